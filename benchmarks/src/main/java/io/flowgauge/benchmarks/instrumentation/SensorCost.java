package io.flowgauge.benchmarks.instrumentation;

import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a call of a function with a sensor costs, compared with the function alone, a hand-written
 * pair of time stamp reads (with count, sum and extremes; and with everything a sensor's record
 * holds), kernel probes, and uftrace, all in one run. It tests the figures in {@code
 * docs/performance.md}:
 *
 * <pre>{@code
 * java -cp benchmarks/target/benchmarks.jar io.flowgauge.benchmarks.instrumentation.SensorCost
 * }</pre>
 *
 * from the repository's folder; further arguments: rounds (default 7) and milliseconds of a
 * measurement (300). All variants take turns in each round. A figure is the 10th percentile of
 * batches of calls, in processor time of the calling thread, over all rounds. Needs gcc; reports
 * what it leaves out if uftrace or the permission for kernel probes is missing. The last column is
 * the cost in units of the pair's; uftrace patches no function as short as the empty one.
 */
public final class SensorCost {
  private static final List<String> FUNCTIONS = List.of("empty", "brief", "long");
  private static final double TENTH = 0.1;
  private static final Path SOURCE = Path.of("benchmarks/c/probed.c");

  private final InstrumentationProvider provider = Instrumentation.provider("native").orElseThrow();
  private final Map<String, List<Double>> batches = new LinkedHashMap<>();
  private final Path folder;
  private final Path program;
  private final int rounds;
  private final int millis;

  private SensorCost(Path folder, int rounds, int millis) throws Exception {
    this.folder = folder;
    this.rounds = rounds;
    this.millis = millis;
    program = Probed.build(SOURCE, folder);
  }

  /**
   * Measures and prints.
   *
   * @param arguments rounds, milliseconds
   */
  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7;
    int millis = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 300;
    Path folder = Files.createTempDirectory("sensor-cost");
    try {
      SensorCost cost = new SensorCost(folder, rounds, millis);
      System.out.println("load " + Files.readString(Path.of("/proc/loadavg")).strip());
      for (int threads : new int[] {1, 2}) {
        cost.measure(threads);
        cost.print(threads);
      }
    } finally {
      delete(folder);
    }
  }

  private void measure(int threads) throws Exception {
    batches.clear();
    for (int round = 0; round < rounds; round++) {
      for (String function : FUNCTIONS) {
        measureWithoutProvider(threads, function);
        backend(threads, function, "sensor", Backend.AGENT);
        backend(threads, function, "kernel", Backend.KERNEL);
        uftrace(threads, function);
      }
    }
  }

  private void note(String way, String function, List<Double> values) {
    batches.computeIfAbsent(function + " " + way, key -> new ArrayList<>()).addAll(values);
  }

  private void measureWithoutProvider(int threads, String function) throws IOException {
    try (Probed probed = new Probed(program, threads, List.of())) {
      note("alone", function, probed.measure(function, millis));
      note("pair", function, probed.measure(function + "_pair", millis));
      note("by hand", function, probed.measure(function + "_by_hand", millis));
    }
  }

  /** Measures with a sensor, and after it was removed. */
  private void backend(int threads, String function, String way, Backend backend)
      throws IOException {
    String name = function.equals("long") ? "lengthy" : function;
    SensorRequest request = SensorRequest.builder("probed:" + name).backend(backend).build();
    try (Probed probed = new Probed(program, threads, List.of())) {
      try (InstrumentedProcess process = provider.attach(probed.pid()).orThrow()) {
        Outcome<SensorReport> report = process.instrument(request);
        String refused = refusal(report);
        if (!refused.isEmpty()) {
          batches.putIfAbsent(function + " " + way + " left out: " + refused, List.of());
          return;
        }
        note(way, function, probed.measure(function, millis));
      }
      note(way + " taken out", function, probed.measure(function, millis));
    }
  }

  private static String refusal(Outcome<SensorReport> report) {
    if (report.refusal().isPresent()) {
      return report.refusal().orElseThrow().toString();
    }
    return report.orThrow().refused().stream()
        .findFirst()
        .flatMap(result -> result.refusal().map(Object::toString))
        .orElse("");
  }

  private void uftrace(int threads, String function) throws IOException {
    Optional<Path> tracer = onPath("uftrace");
    if (tracer.isEmpty()) {
      batches.putIfAbsent(function + " uftrace left out: not on this machine", List.of());
      return;
    }
    String name = function.equals("long") ? "lengthy" : function;
    Path data = folder.resolve("uftrace");
    List<String> command =
        List.of(
            tracer.get().toString(),
            "record",
            "--no-libcall",
            "-P",
            "^" + name + "$",
            "-d",
            "" + data);
    try (Probed probed = new Probed(program, threads, command)) {
      note("uftrace", function, probed.measure(function, Math.min(millis, 200)));
      probed.ask("turn");
    } finally {
      delete(data);
    }
  }

  private static Optional<Path> onPath(String name) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .map(place -> Path.of(place, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private void print(int threads) {
    System.out.printf("%n%d thread(s), ns of processor time a call, 10th percentile%n", threads);
    System.out.printf("%-26s %9s %9s %9s%n", "", "p10", "more", "pairs");
    batches.forEach(
        (way, values) -> {
          if (values.isEmpty()) {
            System.out.println(way);
            return;
          }
          String function = way.substring(0, way.indexOf(' '));
          double alone = quantile(function + " alone");
          double hand = quantile(function + " pair") - alone;
          double more = Probed.quantile(values, TENTH) - alone;
          System.out.printf(
              Locale.ROOT, "%-26s %9.2f %+9.2f %9.2f%n", way, more + alone, more, more / hand);
        });
  }

  private double quantile(String way) {
    return Probed.quantile(batches.get(way), TENTH);
  }

  private static void delete(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
