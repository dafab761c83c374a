package io.flowgauge.benchmarks.instrumentation;

import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.StructureFilter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * What sensors cost a whole activity: processor time of a program with function-level sensors and
 * without, in turns. Sensors are on as many of its functions as together are called 100 000 times
 * in a second of its processor time at most. A trial run with sensors on many tells the calls, one
 * without any the time they take: with sensors on all of them it would be longer, and the rate too
 * low; and so would be a rate by the clock on a busy machine. Kernel probes are not used. A run
 * should take ten seconds or more, as putting sensors in is part of it:
 *
 * <pre>{@code
 * java -cp benchmarks/target/benchmarks.jar \
 *     io.flowgauge.benchmarks.instrumentation.ActivityCost 20 povray:* povray SCENE OPTIONS...
 * }</pre>
 *
 * Arguments: repetitions, pattern of the regions, the command. Needs bash, which tells processor
 * times in milliseconds.
 */
public final class ActivityCost {
  private static final double MOST_CALLS_PER_SECOND = 100_000;
  private static final int TRIED = 2000;
  private static final double SECOND = 1e9;

  /** Resamples behind a standard error. */
  private static final int DRAWS = 2000;

  private final InstrumentationProvider provider = Instrumentation.provider("native").orElseThrow();
  private final RegionPattern regions;
  private final List<String> command;
  private double lastRate;
  private double lastEstimate;

  private ActivityCost(String regions, List<String> command) {
    this.regions = RegionPattern.parse(regions);
    this.command = command;
  }

  /**
   * Measures and prints.
   *
   * @param arguments repetitions, pattern, command
   */
  public static void main(String[] arguments) throws Exception {
    int repetitions = Integer.parseInt(arguments[0]);
    List<String> command = List.of(arguments).subList(2, arguments.length);
    ActivityCost cost = new ActivityCost(arguments[1], command);
    System.out.println("load " + Files.readString(Path.of("/proc/loadavg")).strip());
    SensorRequest sensors = cost.trial();
    cost.compare(sensors, repetitions);
  }

  /** The functions that are called least, as many as the limit allows. */
  private SensorRequest trial() throws Exception {
    double seconds = seconds(start());
    Process process = start();
    try (InstrumentedProcess target = provider.attach(program(process)).orThrow()) {
      StructureFilter filter = new StructureFilter(List.of(regions), List.of(), false);
      List<CodeRegion> all = new ArrayList<>(target.structure(filter).orThrow().regions());
      Collections.shuffle(all, new Random(1));
      target.instrument(request(all.subList(0, Math.min(TRIED, all.size()))));
      process.waitFor(5, TimeUnit.MINUTES);
      List<CodeRegion> chosen = chosen(target.profile(), seconds);
      System.out.printf(
          Locale.ROOT,
          "%s: %.1f s of processor time, sensors on %d functions%n",
          command.get(0),
          seconds,
          chosen.size());
      return request(chosen);
    }
  }

  private static SensorRequest request(List<CodeRegion> regions) {
    return SensorRequest.builder(
            regions.stream()
                .map(RegionPattern::of)
                .map(RegionPattern::toString)
                .distinct()
                .toArray(String[]::new))
        .backend(Backend.AGENT)
        .build();
  }

  private static List<CodeRegion> chosen(Profile profile, double seconds) {
    List<RegionProfile> called =
        profile.regions().stream()
            .filter(region -> region.calls() > 0)
            .sorted(Comparator.comparingLong(RegionProfile::calls))
            .toList();
    List<CodeRegion> chosen = new ArrayList<>();
    double rate = 0;
    for (RegionProfile each : called) {
      rate += each.calls() / seconds;
      if (rate > MOST_CALLS_PER_SECOND) {
        break;
      }
      chosen.add(each.region());
    }
    return chosen;
  }

  private void compare(SensorRequest sensors, int repetitions) throws Exception {
    double[] alone = new double[repetitions];
    double[] watched = new double[repetitions];
    List<Double> rates = new ArrayList<>();
    List<Double> estimates = new ArrayList<>();
    for (int i = 0; i < repetitions; i++) {
      if (i % 2 == 0) {
        watched[i] = measured(sensors);
        alone[i] = seconds(start());
      } else {
        alone[i] = seconds(start());
        watched[i] = measured(sensors);
      }
      rates.add(lastRate);
      estimates.add(lastEstimate / watched[i]);
    }
    System.out.printf(
        Locale.ROOT,
        "%.0f calls measured per second of processor time; estimate of the profile %.2f %%%n",
        Probed.quantile(rates, 0.5),
        100 * Probed.quantile(estimates, 0.5));
    for (double fraction : new double[] {0.1, 0.5}) {
      System.out.printf(
          Locale.ROOT,
          "%.0fth percentile alone %.3f s; with sensors more by %.2f %%, standard error %.2f %%%n",
          100 * fraction,
          quantile(alone, fraction),
          100 * more(watched, alone, fraction),
          100 * standardError(watched, alone, fraction));
    }
  }

  private static double more(double[] watched, double[] alone, double fraction) {
    return quantile(watched, fraction) / quantile(alone, fraction) - 1;
  }

  private static double quantile(double[] values, double fraction) {
    return Probed.quantile(Arrays.stream(values).boxed().toList(), fraction);
  }

  /** By drawing the repetitions anew, with replacement. */
  private static double standardError(double[] watched, double[] alone, double fraction) {
    Random random = new Random(1);
    double[] drawn =
        IntStream.range(0, DRAWS)
            .mapToDouble(
                draw -> {
                  int[] picks = random.ints(alone.length, 0, alone.length).toArray();
                  return more(pick(watched, picks), pick(alone, picks), fraction);
                })
            .toArray();
    double mean = Arrays.stream(drawn).average().orElseThrow();
    return Math.sqrt(
        Arrays.stream(drawn).map(each -> (each - mean) * (each - mean)).average().orElseThrow());
  }

  private static double[] pick(double[] values, int[] picks) {
    return Arrays.stream(picks).mapToDouble(pick -> values[pick]).toArray();
  }

  private double measured(SensorRequest sensors) throws Exception {
    Process process = start();
    InstrumentedProcess target = provider.attach(program(process)).orThrow();
    target.instrument(sensors).orThrow();
    double seconds = seconds(process);
    Profile profile = target.profile();
    target.close();
    long calls = profile.regions().stream().mapToLong(RegionProfile::calls).sum();
    lastRate = calls / seconds;
    lastEstimate = profile.costNanos() / SECOND;
    return seconds;
  }

  private Process start() throws IOException {
    List<String> timed =
        new ArrayList<>(
            List.of("bash", "-c", "TIMEFORMAT='%U %S'; time \"$@\" >/dev/null 2>&1", "timed"));
    timed.addAll(command);
    return new ProcessBuilder(timed).start();
  }

  /** The timed program, once it has become what it shall be. */
  private static long program(Process shell) throws InterruptedException {
    for (int i = 0; i < 2000; i++) {
      for (ProcessHandle child : shell.children().toList()) {
        if (!child.info().command().orElse("bash").endsWith("bash")) {
          Thread.sleep(20); // Its libraries are loaded then.
          return child.pid();
        }
      }
      Thread.sleep(1);
    }
    throw new IllegalStateException("the program does not start");
  }

  private static double seconds(Process process) throws IOException, InterruptedException {
    String[] times =
        new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8)
            .strip()
            .split(" ", -1);
    if (process.waitFor() != 0) {
      throw new IOException("the program fails");
    }
    return Double.parseDouble(times[0]) + Double.parseDouble(times[1]);
  }
}
