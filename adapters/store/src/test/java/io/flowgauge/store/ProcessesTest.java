package io.flowgauge.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.run.WorkflowRun;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs that store at the same time, and programs that are killed while they do. With {@code
 * -Dflowgauge.long=true}, more kills and more stores at a time.
 */
@Timeout(1800)
class ProcessesTest {
  private static final boolean IS_LONG = Boolean.getBoolean("flowgauge.long");
  private static final int KILLS = IS_LONG ? 40 : 2;
  private static final int WRITERS = IS_LONG ? 8 : 3;
  private static final int RUNS = IS_LONG ? 50 : 5;

  @TempDir Path folder;

  @Test
  void store_severalProcesses_intoSqlite_loseNothing() throws Exception {
    storeTogether(Database.sqlite(folder.resolve("experiments.db")));
  }

  @Test
  void store_severalProcesses_intoPostgres_loseNothing() throws Exception {
    storeTogether(Database.postgres());
  }

  @Test
  void store_killed_intoSqlite_leavesWholeRuns() throws Exception {
    killAndCheck(Database.sqlite(folder.resolve("experiments.db")));
  }

  @Test
  void store_killed_intoPostgres_leavesWholeRuns() throws Exception {
    killAndCheck(Database.postgres());
  }

  /** Stores in several processes, which also all find the database without tables at first. */
  private static void storeTogether(Database database) throws Exception {
    List<Process> writers = new ArrayList<>();
    for (int seed = 0; seed < WRITERS; seed++) {
      writers.add(ChildStore.start(RUNS, seed, database));
    }
    for (Process writer : writers) {
      writer.getInputStream().readAllBytes();
      assertThat(writer.waitFor()).isZero();
    }
    check(database, (long) WRITERS * RUNS);
    assertThat(database.number("select count(*) from flowgauge_workflow")).isEqualTo(1);
    assertThat(database.number("select count(*) from flowgauge_version")).isEqualTo(3);
    assertThat(database.number("select count(*) from flowgauge_graph")).isEqualTo(5);
    for (int seed = 0; seed < WRITERS; seed++) {
      String own = "select count(*) from flowgauge_tag where value = '" + seed + "'";
      assertThat(database.number(own)).isEqualTo(RUNS);
    }
  }

  private static void killAndCheck(Database database) throws Exception {
    Random random = new Random();
    database.open().close();
    long known = 0;
    for (int k = 0; k < KILLS; k++) {
      Process writer = ChildStore.start(100_000, 100 + k, database);
      try (var out = new BufferedReader(new InputStreamReader(writer.getInputStream(), UTF_8))) {
        for (int run = 1 + random.nextInt(4); run > 0 && out.readLine() != null; run--) {
          known++;
        }
        TimeUnit.MICROSECONDS.sleep(random.nextInt(60_000));
        writer.destroyForcibly().waitFor();
      }
      long stored = database.number("select count(*) from flowgauge_run");
      assertThat(stored).as("what a writer knew to be stored").isGreaterThanOrEqualTo(known);
      check(database, stored);
      known = stored;
    }
    try (ExperimentRepository repository = database.open()) {
      var result = repository.store(Runs.forkJoin("after", 4, random), RunLabel.of("shared"));
      assertThat(result.isNew()).isTrue();
    }
  }

  /** Checks that every run is complete: its document agrees with its rows. */
  private static void check(Database database, long runs) throws Exception {
    try (ExperimentRepository repository = database.open()) {
      List<StoredValues> stored = repository.values(RunFilter.all());
      assertThat(stored).hasSize((int) runs);
      for (StoredValues values : stored) {
        StoredRun each = values.run();
        WorkflowRun run = repository.load(each.id()).orElseThrow();
        assertThat(run.name()).isEqualTo(each.name());
        assertThat(values.values()).isEqualTo(RunValues.of(Flowgauge.report(run), List.of()));
        assertThat(
                database.number(
                    "select count(*) from flowgauge_execution where run_id = " + each.id()))
            .isEqualTo(run.workflow().activityCount());
      }
    }
    for (String table : List.of("document", "execution", "value", "processor", "tag")) {
      assertThat(
              database.number(
                  "select count(*) from flowgauge_"
                      + table
                      + " where run_id not in (select run_id from flowgauge_run)"))
          .as("rows of no run in " + table)
          .isZero();
    }
  }
}
