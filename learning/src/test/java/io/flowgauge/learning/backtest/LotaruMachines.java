package io.flowgauge.learning.backtest;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** How much slower each machine is than the local one, according to Lotaru's micro-benchmarks. */
final class LotaruMachines {
  private record Benchmark(String workflow, String type, String machine) {}

  private final Map<Benchmark, Double> times = new HashMap<>();

  LotaruMachines(Path folder) {
    for (Path file : Corpus.files(folder, ".csv")) {
      String name = file.getFileName().toString();
      String machine = name.replace("bio-bench-", "").replace(".csv", "");
      for (Map<String, String> row : LotaruActivity.rows(file)) {
        String workflow = lower(row.get("Workflow"));
        times.put(new Benchmark(workflow, lower(row.get("Task")), machine), median(row));
      }
    }
    times.values().removeIf(time -> time <= 0);
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static double median(Map<String, String> row) {
    double[] sorted =
        Stream.of("Realtime1", "Realtime2", "Realtime3")
            .mapToDouble(name -> Double.parseDouble(row.get(name)))
            .sorted()
            .toArray();
    return sorted[1];
  }

  /**
   * Returns the log factor of an activity: the mean of its own benchmark's and of the median of
   * all.
   */
  double logFactor(LotaruActivity activity, String machine) {
    Benchmark key = new Benchmark(activity.workflow(), activity.type(), machine);
    double typical = Results.quantile(sorted(logFactors(machine, any -> true)), 0.5);
    List<Double> own = logFactors(machine, key::equals);
    return own.isEmpty() ? typical : (own.get(0) + typical) / 2;
  }

  private static double[] sorted(List<Double> values) {
    return values.stream().mapToDouble(value -> value).sorted().toArray();
  }

  private List<Double> logFactors(String machine, Predicate<Benchmark> which) {
    return times.keySet().stream()
        .filter(key -> key.machine().equals(machine) && which.test(key))
        .filter(key -> times.containsKey(local(key)))
        .map(key -> Math.log(times.get(key) / times.get(local(key))))
        .filter(factor -> Math.abs(factor) > 1e-9)
        .toList();
  }

  private static Benchmark local(Benchmark key) {
    return new Benchmark(key.workflow(), key.type(), "local");
  }
}
