package io.flowgauge.benchmarks.database;

import io.flowgauge.Flowgauge;
import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.ExperimentRepository;
import io.flowgauge.store.RunFilter;
import io.flowgauge.store.RunLabel;
import io.flowgauge.store.StoredValues;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;

/**
 * Measures how long it takes to store 1,000 runs of 1,000 activities and to query across them, and
 * tests the figures in {@code docs/performance.md}:
 *
 * <pre>{@code
 * java -cp benchmarks/target/benchmarks.jar \
 *     io.flowgauge.benchmarks.database.RepositorySpeed \
 *     1000 'jdbc:postgresql://localhost/postgres?user=USER&password=PASSWORD'
 * }</pre>
 *
 * The first argument is the number of runs (default 1,000), the second an empty PostgreSQL
 * database; without it, only SQLite is measured.
 */
public final class RepositorySpeed {
  private static final int RUNS = 1000;
  private static final int ACTIVITIES = 1000;
  private static final int VERSIONS = 2;
  private static final int NEWEST = 20;

  private final String name;
  private final int runs;
  private final Random random = new Random(1);

  private RepositorySpeed(String name, int runs) {
    this.name = name;
    this.runs = runs;
  }

  /**
   * Measures and prints.
   *
   * @param arguments how many runs, JDBC URL of a PostgreSQL database
   */
  public static void main(String[] arguments) throws Exception {
    QuietLibraries.hush();
    int runs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : RUNS;
    try (TemporaryFolder folder = new TemporaryFolder("repository-speed")) {
      Path file = folder.file("experiments.db");
      try (ExperimentRepository repository = ExperimentRepository.open(file)) {
        new RepositorySpeed("SQLite", runs).measure(repository);
      }
      System.out.printf(Locale.ROOT, "SQLite: %.1f MB%n", Files.size(file) / 1e6);
    }
    if (arguments.length > 1) {
      try (PostgresSchemas schemas = new PostgresSchemas(arguments[1]);
          ExperimentRepository repository = ExperimentRepository.connect(schemas.create())) {
        new RepositorySpeed("PostgreSQL", runs).measure(repository);
      }
    }
  }

  private void measure(ExperimentRepository repository) throws Exception {
    double[] stores = new double[runs];
    for (int k = 0; k < runs; k++) {
      WorkflowRun run = GeneratedRun.forkJoin("run " + k, ACTIVITIES - 2, random);
      RunLabel label = RunLabel.of("w").version("v" + k % VERSIONS).tag("k", "" + k);
      long start = System.nanoTime();
      repository.store(run, label);
      stores[k] = (System.nanoTime() - start) / 1e9;
    }
    Arrays.sort(stores);
    say("store one, median", stores[runs / 2]);
    say("store one, longest", stores[runs - 1]);
    ask(repository);
  }

  private void ask(ExperimentRepository repository) throws Exception {
    RunFilter all = RunFilter.all().workflow("w");
    require(timed("list all", () -> repository.runs(all)).size() == runs);
    require(timed("list by tag", () -> repository.runs(all.tag("k", "0"))).size() == 1);
    Quantity mean = new Quantity(Quantity.Kind.TYPE, "project", "mean", Quantity.Unit.SECONDS);
    require(timed("history of a type", () -> repository.history(all, mean)).size() == runs);
    WorkflowRun fastest = timed("ideal times of history", () -> repository.fastest(all));
    require(fastest.workflow().activityCount() == ACTIVITIES);
    require(timed("all values of all runs", () -> repository.values(all)).size() == runs);
    Comparison comparison = timed("compare two versions", () -> compare(repository));
    require(comparison.groups().size() == VERSIONS);
    long id = 1L + random.nextInt(runs);
    require(timed("load one", () -> repository.load(id)).isPresent());
    int newest = Math.min(NEWEST, runs);
    require(timed("load the newest", () -> repository.load(all.newest(newest))).size() == newest);
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalStateException("the repository gave another result than was stored");
    }
  }

  private static Comparison compare(ExperimentRepository repository) throws Exception {
    List<RunGroup> groups = new ArrayList<>();
    for (int k = 0; k < VERSIONS; k++) {
      var values = repository.values(RunFilter.all().workflow("w").version("v" + k));
      groups.add(new RunGroup("v" + k, values.stream().map(StoredValues::values).toList()));
    }
    return Flowgauge.compare(groups);
  }

  /**
   * Prints the median time of three repetitions, and the processor time of this thread, which other
   * load disturbs less.
   */
  private <T> T timed(String what, Callable<T> work) throws Exception {
    ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    long before = thread.getCurrentThreadCpuTime();
    double[] seconds = new double[3];
    T result = null;
    for (int k = 0; k < seconds.length; k++) {
      long start = System.nanoTime();
      result = work.call();
      seconds[k] = (System.nanoTime() - start) / 1e9;
    }
    Arrays.sort(seconds);
    say(what, seconds[1]);
    double busy = (thread.getCurrentThreadCpuTime() - before) / 1e9 / seconds.length;
    say(what + ", processor time", busy);
    return result;
  }

  private void say(String what, double seconds) {
    System.out.printf(Locale.ROOT, "%s: %s %.3f s%n", name, what, seconds);
  }
}
