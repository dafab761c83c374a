package io.flowgauge.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.run.WorkflowRun;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long it takes to store 1,000 runs of 1,000 activities, and to ask across them. Prints
 * figures; {@code mvn -pl adapters/store test -Dtest=RepositorySpeedTest -Dflowgauge.long=true},
 * with {@code -Dflowgauge.speed.runs=N} for fewer runs.
 */
@Timeout(3600)
@EnabledIfSystemProperty(named = "flowgauge.long", matches = "true")
class RepositorySpeedTest {
  private static final int RUNS = Integer.getInteger("flowgauge.speed.runs", 1000);
  private static final int ACTIVITIES = 1000;
  private static final int VERSIONS = 2;

  @TempDir Path folder;

  @Test
  void sqlite() throws Exception {
    Path file = folder.resolve("experiments.db");
    measure("SQLite", Database.sqlite(file));
    System.out.printf(Locale.ROOT, "SQLite: %.1f MB%n", Files.size(file) / 1e6);
  }

  @Test
  void postgres() throws Exception {
    measure("PostgreSQL", Database.postgres());
  }

  private static void measure(String name, Database database) throws Exception {
    Random random = new Random(1);
    try (ExperimentRepository repository = database.open()) {
      double[] stores = new double[RUNS];
      for (int k = 0; k < RUNS; k++) {
        WorkflowRun run = Runs.forkJoin("run " + k, ACTIVITIES - 2, random);
        RunLabel label = RunLabel.of("w").version("v" + k % VERSIONS).tag("k", "" + k);
        long start = System.nanoTime();
        repository.store(run, label);
        stores[k] = (System.nanoTime() - start) / 1e9;
      }
      Arrays.sort(stores);
      say(name, "store one, median", stores[RUNS / 2]);
      say(name, "store one, longest", stores[RUNS - 1]);
      ask(name, repository, random);
    }
  }

  private static void ask(String name, ExperimentRepository repository, Random random)
      throws Exception {
    RunFilter all = RunFilter.all().workflow("w");
    assertThat(timed(name, "list all", () -> repository.runs(all))).hasSize(RUNS);
    assertThat(timed(name, "list by tag", () -> repository.runs(all.tag("k", "7")))).hasSize(1);
    Quantity mean = new Quantity(Quantity.Kind.TYPE, "project", "mean", Quantity.Unit.SECONDS);
    assertThat(timed(name, "history of a type", () -> repository.history(all, mean))).hasSize(RUNS);
    WorkflowRun fastest = timed(name, "ideal times of history", () -> repository.fastest(all));
    assertThat(fastest.workflow().activityCount()).isEqualTo(ACTIVITIES);
    var values = timed(name, "all values of all runs", () -> repository.values(all));
    assertThat(values).hasSize(RUNS);
    Comparison comparison = timed(name, "compare two versions", () -> compare(repository));
    assertThat(comparison.groups()).hasSize(VERSIONS);
    long id = 1L + random.nextInt(RUNS);
    assertThat(timed(name, "load one", () -> repository.load(id))).isPresent();
    assertThat(timed(name, "load the newest 20", () -> repository.load(all.newest(20))))
        .hasSize(20);
  }

  private static Comparison compare(ExperimentRepository repository) throws Exception {
    List<RunGroup> groups = new ArrayList<>();
    for (int k = 0; k < VERSIONS; k++) {
      var runs = repository.values(RunFilter.all().workflow("w").version("v" + k));
      groups.add(new RunGroup("v" + k, List.copyOf(runs.values())));
    }
    return Flowgauge.compare(groups);
  }

  /** The median of three, and the processor time of this thread, which other work disturbs less. */
  private static <T> T timed(String name, String what, Callable<T> work) throws Exception {
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
    say(name, what, seconds[1]);
    double busy = (thread.getCurrentThreadCpuTime() - before) / 1e9 / seconds.length;
    say(name, what + ", processor time", busy);
    return result;
  }

  private static void say(String name, String what, double seconds) {
    System.out.printf(Locale.ROOT, "%s: %s %.3f s%n", name, what, seconds);
  }
}
