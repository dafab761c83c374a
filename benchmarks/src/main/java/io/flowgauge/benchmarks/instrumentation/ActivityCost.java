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
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * What sensors cost a whole activity: processor time of a program with function-level sensors and
 * without. It tests the figure for POV-Ray in {@code docs/performance.md}. Sensors are on as many
 * functions as are together called at most 100 000 times per second of the program's processor
 * time. A trial run with sensors on many functions counts the calls, and one without sensors
 * measures the processor time: with sensors, that would be longer and the rate too low, as would a
 * rate by the wall clock on a busy machine. Kernel probes are not used.
 *
 * <pre>{@code
 * java -cp benchmarks/target/benchmarks.jar \
 *     io.flowgauge.benchmarks.instrumentation.ActivityCost 15 'povray:*' povray SCENE OPTIONS...
 * }</pre>
 *
 * <p>Arguments: minutes, pattern of the regions, the command. Needs bash, which reports processor
 * times in milliseconds.
 *
 * <p>A shared machine speeds up and slows down, for seconds or minutes, by more than the effect to
 * measure. So many short runs (1.5 to 3 s each) are better than a few long ones: a run with sensors
 * and the adjacent one without form a pair, the order alternates from pair to pair, and the
 * estimate comes from the ratios of the pairs. Consecutive runs of the same kind are the control:
 * their interval must contain 0. The times of runs with sensors include inserting the sensors; an
 * upper bound of that is printed, too, because it happens only once, however long an activity is.
 */
public final class ActivityCost {
  private static final double MOST_CALLS_PER_SECOND = 100_000;
  private static final double CLAIMED = 0.01;
  private static final int TRIED = 2000;
  private static final double SECOND = 1e9;

  private final InstrumentationProvider provider = Instrumentation.provider("native").orElseThrow();
  private final RegionPattern regions;
  private final List<String> command;

  private ActivityCost(String regions, List<String> command) {
    this.regions = RegionPattern.parse(regions);
    this.command = command;
  }

  /**
   * Measures and prints.
   *
   * @param arguments minutes, pattern, command
   */
  public static void main(String[] arguments) throws Exception {
    Duration time = Duration.ofSeconds(Math.round(60 * Double.parseDouble(arguments[0])));
    List<String> command = List.of(arguments).subList(2, arguments.length);
    ActivityCost cost = new ActivityCost(arguments[1], command);
    printLoad();
    SensorRequest sensors = cost.trial();
    print(cost.runs(sensors, System.nanoTime() + time.toNanos()));
    printLoad();
  }

  private static void printLoad() throws IOException {
    System.out.println("load " + Files.readString(Path.of("/proc/loadavg")).strip());
  }

  /** Chooses the functions that are called least, as many as the limit allows. */
  private SensorRequest trial() throws Exception {
    double seconds = runAlone().seconds();
    Process process = start();
    try (InstrumentedProcess target = provider.attach(program(process)).orThrow()) {
      StructureFilter filter = new StructureFilter(List.of(regions), List.of(), false);
      List<CodeRegion> all = new ArrayList<>(target.structure(filter).orThrow().regions());
      Collections.shuffle(all, new Random(1));
      target.instrument(request(all.subList(0, Math.min(TRIED, all.size()))));
      process.waitFor(5, TimeUnit.MINUTES);
      List<CodeRegion> chosen = chooseRegions(target.profile(), seconds);
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

  private static List<CodeRegion> chooseRegions(Profile profile, double seconds) {
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

  /** Runs the program without sensors, then alternately twice with sensors and twice without. */
  private List<Run> runs(SensorRequest sensors, long end) throws Exception {
    List<Run> runs = new ArrayList<>();
    while (runs.size() < 2 * PairedCost.FEWEST || System.nanoTime() < end) {
      boolean isAloneFirst = runs.size() % 4 == 0;
      Run first = isAloneFirst ? runAlone() : runWithSensors(sensors);
      Run second = isAloneFirst ? runWithSensors(sensors) : runAlone();
      runs.addAll(List.of(first, second));
      System.out.printf(
          Locale.ROOT,
          "pair %d: alone %.3f s, with sensors %.3f s%n",
          runs.size() / 2,
          (isAloneFirst ? first : second).seconds(),
          (isAloneFirst ? second : first).seconds());
    }
    return runs;
  }

  private static void print(List<Run> runs) {
    List<Run> watched = runs.stream().filter(Run::isWatched).toList();
    double[] alone = seconds(runs.stream().filter(run -> !run.isWatched()).toList());
    PairedCost cost = new PairedCost(seconds(watched), alone);
    System.out.printf(
        Locale.ROOT, "alone %.3f s of processor time (median)%n", Probed.median(alone));
    printMedian("%.0f calls measured per second of processor time", watched, Run::callsPerSecond);
    System.out.println("with sensors more by " + cost);
    System.out.printf(
        Locale.ROOT,
        "were it %.0f %% or more, pairs like these would have a probability of %.2g%n",
        100 * CLAIMED,
        cost.probabilityOf(CLAIMED));
    System.out.println("like compared with like (control) more by " + control(runs));
    printMedian("the profile's own estimate is %.2f %%", watched, run -> 100 * run.estimate());
    printMedian("sensors were put in within %.1f ms", watched, run -> 1e3 * run.insertion());
    printMedian(
        "in which the program used %.1f ms of processor time, its own work included",
        watched, run -> 1e3 * run.used());
    printMedian("at most %.2f %% of it", watched, run -> 100 * run.used() / run.seconds());
  }

  private static void printMedian(String text, List<Run> runs, ToDoubleFunction<Run> figure) {
    double median = Probed.median(runs.stream().mapToDouble(figure).toArray());
    System.out.println(String.format(Locale.ROOT, text, median) + " (median)");
  }

  private static double[] seconds(List<Run> runs) {
    return runs.stream().mapToDouble(Run::seconds).toArray();
  }

  /**
   * Compares adjacent runs of the same kind: the second with the third, the fourth with the fifth.
   * After every two such pairs, the earlier and the later run change places.
   */
  private static PairedCost control(List<Run> runs) {
    List<Run> some = new ArrayList<>();
    List<Run> others = new ArrayList<>();
    for (int i = 1; i + 1 < runs.size(); i += 2) {
      boolean isEarlierFirst = i % 8 < 4;
      some.add(runs.get(isEarlierFirst ? i : i + 1));
      others.add(runs.get(isEarlierFirst ? i + 1 : i));
    }
    return new PairedCost(seconds(some), seconds(others));
  }

  private Run runAlone() throws IOException, InterruptedException {
    Process process = start();
    program(process); // As in a run with sensors, so that looking for it disturbs both.
    return new Run(false, seconds(process), 0, 0, 0, 0);
  }

  private Run runWithSensors(SensorRequest sensors) throws Exception {
    Process process = start();
    long pid = program(process);
    double usedBefore = processorSeconds(pid);
    long begin = System.nanoTime();
    InstrumentedProcess target = provider.attach(pid).orThrow();
    target.instrument(sensors).orThrow();
    double insertion = (System.nanoTime() - begin) / SECOND;
    double used = processorSeconds(pid) - usedBefore;
    double seconds = seconds(process);
    Profile profile = target.profile();
    target.close();
    long calls = profile.regions().stream().mapToLong(RegionProfile::calls).sum();
    return new Run(true, seconds, calls, profile.costNanos() / SECOND, insertion, used);
  }

  /** Returns the processor time of a process's current threads, in seconds. */
  private static double processorSeconds(long pid) throws IOException {
    long nanos = 0;
    try (DirectoryStream<Path> threads =
        Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
      for (Path thread : threads) {
        String schedule = Files.readString(thread.resolve("schedstat"));
        nanos += Long.parseLong(schedule.substring(0, schedule.indexOf(' ')));
      }
    }
    return nanos / SECOND;
  }

  private Process start() throws IOException {
    List<String> timed =
        new ArrayList<>(
            List.of("bash", "-c", "TIMEFORMAT='%U %S'; time \"$@\" >/dev/null 2>&1", "timed"));
    timed.addAll(command);
    return new ProcessBuilder(timed).start();
  }

  /** Returns the pid of the timed program, once the shell's child runs it. */
  private static long program(Process shell) throws InterruptedException {
    for (int i = 0; i < 2000; i++) {
      for (ProcessHandle child : shell.children().toList()) {
        if (!child.info().command().orElse("bash").endsWith("bash")) {
          Thread.sleep(20); // By then its libraries are loaded.
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

  /**
   * One run of the program.
   *
   * @param isWatched whether it had sensors
   * @param seconds its processor time
   * @param calls calls the sensors measured
   * @param cost seconds of processor time they took by the profile's estimate
   * @param insertion seconds from attaching until the sensors were inserted
   * @param used seconds of processor time that the program used meanwhile
   */
  private record Run(
      boolean isWatched, double seconds, long calls, double cost, double insertion, double used) {
    double callsPerSecond() {
      return calls / seconds;
    }

    double estimate() {
      return cost / seconds;
    }
  }
}
