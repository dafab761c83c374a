package io.flowgauge.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.IdealSource;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.Quantity.Kind;
import io.flowgauge.comparison.Quantity.Unit;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.comparison.Subgraph;
import io.flowgauge.prediction.MeasuredTimes;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that repositories in every database must pass. */
@Timeout(240)
abstract class RepositoryContract {
  private static final Quantity PROJECT_MEAN =
      new Quantity(Kind.TYPE, "project", "mean", Unit.SECONDS);
  private static final Quantity PATH =
      new Quantity(Kind.SUBGRAPH, "image", "critical-path-processing", Unit.SECONDS);

  @TempDir Path folder;

  private Database database;
  private ExperimentRepository repository;

  abstract Database database(Path folder);

  @BeforeEach
  void open() throws IOException {
    database = database(folder);
    repository = database.open();
  }

  @AfterEach
  void close() throws IOException {
    repository.close();
  }

  private static RunReport report(WorkflowRun run) {
    return Flowgauge.report(run);
  }

  private byte[] document(WorkflowRun run) throws IOException {
    Path file = folder.resolve("document.json");
    Flowgauge.write(run, file);
    return Files.readAllBytes(file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"montage", "povray-slurm", "registration", "dft/loop.json"})
  void load_recordedRun_isTheRunThatWasStored(String sample) throws IOException {
    WorkflowRun run = Runs.sample(sample);
    long id = repository.store(run, RunLabel.empty()).run().id();
    WorkflowRun loaded = repository.load(id).orElseThrow();

    assertThat(loaded.name()).isEqualTo(run.name());
    assertThat(document(loaded)).isEqualTo(document(run));
    assertThat(Flowgauge.json(report(loaded))).isEqualTo(Flowgauge.json(report(run)));
  }

  @Test
  void load_unfinishedRun_isKnownUpToTheSameMoment() throws IOException {
    WorkflowRun run = Runs.unfinished();
    long id = repository.store(run, RunLabel.empty()).run().id();
    WorkflowRun loaded = repository.load(id).orElseThrow();

    assertThat(loaded.endNanos()).isEqualTo(run.endNanos());
    assertThat(loaded.isFinished()).isFalse();
    assertThat(loaded.makespan()).contains(Duration.ofSeconds(7));
  }

  @Test
  void store_sameRunTwice_isRecognised() throws IOException {
    RunLabel label = RunLabel.of("w").version("1").tag("k", "v");
    StoreResult first = repository.store(Runs.sample("montage"), label);
    StoreResult second = repository.store(Runs.sample("montage"), RunLabel.of("other"));

    assertThat(first.isNew()).isTrue();
    assertThat(second.isNew()).isFalse();
    assertThat(second.run()).isEqualTo(first.run());
    assertThat(second.run().workflow()).isEqualTo("w");
    assertThat(database.number("select count(*) from flowgauge_run")).isEqualTo(1);
    assertThat(database.number("select count(*) from flowgauge_workflow")).isEqualTo(1);
  }

  @Test
  void query_whileItIsRead_othersStore() throws IOException {
    repository.store(Runs.sample("montage"), RunLabel.of("w"));
    String runs = "select count(*) from flowgauge_run";
    int seen =
        repository.query(
            runs,
            rows -> {
              try (ExperimentRepository other = database.open()) {
                other.store(Runs.forkJoin("a", 5, new Random(1)), RunLabel.of("w"));
              }
              rows.next();
              return rows.getInt(1);
            });
    assertThat(seen).isEqualTo(1);
    assertThat(database.number(runs)).isEqualTo(2);
  }

  @Test
  void query_statementThatChanges_changesNothing() throws IOException {
    repository.store(Runs.sample("montage"), RunLabel.of("w").tag("k", "v"));
    String deleted =
        repository.query(
            "delete from flowgauge_tag returning name",
            rows -> {
              rows.next();
              return rows.getString(1);
            });
    assertThat(deleted).isEqualTo("k");
    assertThat(database.number("select count(*) from flowgauge_tag")).isEqualTo(1);
    assertThat(repository.store(Runs.forkJoin("b", 5, new Random(1)), RunLabel.of("w")).isNew())
        .isTrue();
  }

  @Test
  void query_severalStatements_isRefused() throws IOException {
    repository.store(Runs.sample("montage"), RunLabel.of("w").tag("k", "v"));
    assertThatThrownBy(
            () ->
                repository.query(
                    "commit; delete from flowgauge_tag returning name", rows -> rows.next()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(database.number("select count(*) from flowgauge_tag")).isEqualTo(1);
  }

  @Test
  void store_runsOfOneGraph_shareIt() throws IOException {
    Random random = new Random(1);
    repository.store(Runs.forkJoin("a", 5, random), RunLabel.of("w"));
    repository.store(Runs.forkJoin("b", 5, random), RunLabel.of("w"));
    repository.store(Runs.forkJoin("c", 6, random), RunLabel.of("w"));

    assertThat(database.number("select count(*) from flowgauge_graph")).isEqualTo(2);
    assertThat(database.number("select count(*) from flowgauge_activity")).isEqualTo(7 + 8);
    assertThat(database.number("select count(*) from flowgauge_dependency")).isEqualTo(10 + 12);
    assertThat(
            database.number(
                "select count(*) from flowgauge_region where kind = 'parallel'"
                    + " and activities in (5, 6)"))
        .isEqualTo(2);
  }

  @Test
  void runs_holdWhatWasStored() throws IOException {
    WorkflowRun run = Runs.forkJoin("first", 8, new Random(3));
    Instant before = Instant.now();
    RunLabel label = RunLabel.of("w").version("2").tag("a", "1").tag("b", "2").source("x/y");
    repository.store(run, label);
    StoredRun stored = repository.runs(RunFilter.all()).get(0);
    RunReport report = report(run);

    assertThat(stored.id()).isPositive();
    assertThat(stored.workflow()).isEqualTo("w");
    assertThat(stored.version()).isEqualTo("2");
    assertThat(stored.name()).isEqualTo("first");
    assertThat(stored.source()).isEqualTo("x/y");
    assertThat(stored.stored()).isBetween(before, Instant.now());
    assertThat(stored.start().orElseThrow().getEpochSecond())
        .isEqualTo(Math.floorDiv(run.startNanos().orElseThrow(), 1_000_000_000L));
    assertThat(stored.makespanSeconds().orElseThrow())
        .isCloseTo(run.makespan().orElseThrow().toNanos() / 1e9, within(1e-6));
    assertThat(stored.isFinished()).isTrue();
    assertThat(stored.activities()).isEqualTo(10);
    assertThat(stored.attempts()).isEqualTo(report.metrics().attempts());
    assertThat(stored.failedAttempts()).isEqualTo(report.metrics().failedAttempts());
    assertThat(stored.sites()).containsExactly("linz", "vienna");
    assertThat(stored.tags()).isEqualTo(Map.of("a", "1", "b", "2"));
  }

  @Test
  void runs_filtered_areThoseThatMeetAllConditions() throws IOException {
    Random random = new Random(5);
    for (int k = 0; k < 6; k++) {
      RunLabel label = RunLabel.of(k < 4 ? "w" : "x").version("v" + k % 2).tag("n", "" + k);
      repository.store(Runs.forkJoin("run" + k, 2, random), label);
    }

    RunFilter all = RunFilter.all();
    assertThat(names(all)).hasSize(6);
    assertThat(names(all.workflow("w"))).containsExactly("run0", "run1", "run2", "run3");
    assertThat(names(all.workflow("w").version("v1"))).containsExactly("run1", "run3");
    assertThat(names(all.tag("n", "5"))).containsExactly("run5");
    assertThat(names(all.newest(2))).containsExactly("run4", "run5");
    assertThat(names(all.workflow("w").newest(1))).containsExactly("run3");
    assertThat(names(all.site("nowhere"))).isEmpty();
    assertThat(names(all.site("linz").workflow("x"))).isSubsetOf("run4", "run5");
    assertThat(names(all.tag("n", "' or 1=1 --"))).isEmpty();
    StoredRun third = repository.runs(all.tag("n", "3")).get(0);
    Instant start = third.start().orElseThrow();
    assertThat(names(all.from(start).before(start.plusNanos(1)))).containsExactly("run3");
    assertThat(names(all.id(third.id()))).containsExactly("run3");
    assertThat(repository.load(4711)).isEmpty();
    assertThatThrownBy(() -> all.newest(0)).isInstanceOf(IllegalArgumentException.class);
  }

  private List<String> names(RunFilter filter) throws IOException {
    return repository.runs(filter).stream().map(StoredRun::name).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"montage", "povray-slurm", "dft/ABC.json"})
  void values_ofStoredRun_areThoseOfItsReport(String sample) throws IOException {
    WorkflowRun run = Runs.sample(sample);
    StoredRun stored = repository.store(run, RunLabel.empty()).run();

    List<StoredValues> values = repository.values(RunFilter.all());
    assertThat(values).hasSize(1);
    assertThat(values.get(0).run().id()).isEqualTo(stored.id());
    assertThat(values.get(0).values()).isEqualTo(RunValues.of(report(run), List.of()));
  }

  @Test
  void history_ofAType_hasOnePointARun() throws IOException {
    Random random = new Random(9);
    for (int k = 0; k < 4; k++) {
      WorkflowRun run = Runs.forkJoin("run" + k, 3, random);
      repository.store(run, RunLabel.of("w"));
      var points = repository.history(RunFilter.all().workflow("w"), PROJECT_MEAN);
      assertThat(points).hasSize(k + 1);
      assertThat(points.get(k).run().name()).isEqualTo("run" + k);
      assertThat(points.get(k).value())
          .isEqualTo(RunValues.of(report(run), List.of()).value(PROJECT_MEAN).orElseThrow());
    }
    assertThat(repository.history(RunFilter.all().workflow("none"), PROJECT_MEAN)).isEmpty();
  }

  @Test
  void fastest_ofHistory_givesTheIdealTimesThatTheRunsGive() throws IOException {
    Random random = new Random(13);
    WorkflowRun[] runs = new WorkflowRun[4];
    for (int k = 0; k < runs.length; k++) {
      runs[k] = Runs.forkJoin("run" + k, 3 + k, random);
      repository.store(runs[k], RunLabel.of("w"));
    }
    WorkflowRun run = Runs.forkJoin("new", 5, random);
    RunReport report = Flowgauge.report(run, repository.fastest(RunFilter.all().workflow("w")));

    assertThat(report.overheads().idealSources()).isEqualTo(Map.of(IdealSource.HISTORY, 7));
    assertThat(Flowgauge.json(report)).isEqualTo(Flowgauge.json(Flowgauge.report(run, runs)));
    assertThat(repository.fastest(RunFilter.all().workflow("x")).workflow().activityCount())
        .isZero();
  }

  @Test
  void fastest_ofActivityCutOff_isNotWhatItHadTakenByThen() throws IOException {
    RunRecorder killed = Flowgauge.recorder("killed");
    killed.activity(Activity.of("a"));
    killed.record("a", EventType.ACTIVE, 0, 1);
    repository.store(killed.snapshot(Instant.ofEpochSecond(1)), RunLabel.of("w"));
    assertThat(repository.fastest(RunFilter.all()).workflow().activityCount()).isZero();
  }

  @Test
  void load_history_givesLatencyLaws() throws IOException {
    Random random = new Random(17);
    for (int k = 0; k < 3; k++) {
      repository.store(Runs.forkJoin("run" + k, 5, random), RunLabel.of("w"));
    }
    List<WorkflowRun> runs = repository.load(RunFilter.all().workflow("w"));
    MeasuredTimes times = MeasuredTimes.of(runs.get(0), runs.get(1), runs.get(2));

    assertThat(times.latencySeconds()).hasSize(21);
    assertThat(times.latency()).isPresent();
  }

  @Test
  void store_subgraphNamedLater_isMeasuredInEarlierRuns() throws IOException {
    Random random = new Random(19);
    WorkflowRun first = Runs.forkJoin("first", 3, random);
    repository.store(first, RunLabel.of("w").version("1"));
    Subgraph image = Subgraph.parse("image=plan,project");
    RunLabel label = RunLabel.of("w").version("1").subgraph(image);
    repository.store(Runs.forkJoin("second", 3, random), label);

    var points = repository.history(RunFilter.all(), PATH);
    assertThat(points).extracting(point -> point.run().name()).containsExactly("first", "second");
    assertThat(points.get(0).value())
        .isEqualTo(RunValues.of(report(first), List.of(image)).value(PATH).orElseThrow());
    repository.store(
        Runs.forkJoin("third", 3, random),
        RunLabel.of("w").version("1").subgraph(Subgraph.parse("image=project")));
    assertThat(repository.history(RunFilter.all(), PATH).get(0).value())
        .isLessThan(points.get(0).value());
  }

  @Test
  void store_refinement_relatesSubgraphsOfOneName() throws IOException {
    Random random = new Random(23);
    RunLabel label = RunLabel.of("w").subgraph(Subgraph.parse("image=project"));
    repository.store(Runs.forkJoin("h", 3, random), label.version("2").refines("1"));
    assertThat(database.number("select count(*) from flowgauge_refinement")).isZero();
    repository.store(Runs.forkJoin("g", 1, random), label.version("1"));
    repository.store(Runs.forkJoin("h", 3, random), label.version("2"));

    assertThat(database.number("select count(*) from flowgauge_refinement")).isEqualTo(1);
    assertThat(
            database.number(
                "select count(*) from flowgauge_version h join flowgauge_version g"
                    + " on g.version_id = h.refines where h.label = '2' and g.label = '1'"))
        .isEqualTo(1);
  }

  @Test
  void store_oddTexts_comeBack() throws IOException {
    String odd = "é\u4e2d'\"; drop table flowgauge_run; --\n";
    WorkflowRun run = Runs.forkJoin(odd, 1, new Random(29));
    repository.store(run, RunLabel.of(odd).version(odd).tag(odd, odd));
    StoredRun stored = repository.runs(RunFilter.all().workflow(odd).tag(odd, odd)).get(0);

    assertThat(stored.name()).isEqualTo(odd);
    assertThat(repository.load(stored.id()).orElseThrow().name()).isEqualTo(odd);
    repository.store(Runs.forkJoin("a\0b", 1, new Random(31)), RunLabel.of("nul\0"));
    assertThat(repository.runs(RunFilter.all().workflow("nul\0"))).hasSize(1);
  }

  /** As when a Python program passes on Latin-1 file names. */
  @Test
  void store_namesThatAreNotUnicode_areFoundAgain() throws IOException {
    for (int k = 0; k < 2; k++) {
      RunRecorder recorder = Flowgauge.recorder("run " + k);
      recorder.activity(Activity.of("\udce9", "caf\udce9"));
      recorder.wallclock("\udce9", k);
      repository.store(recorder.finish(), RunLabel.of("\udce9"));
    }
    assertThat(repository.load(RunFilter.all().workflow("\udce9"))).hasSize(2);
    assertThat(repository.quantities()).extracting(Quantity::subject).contains("caf?");
  }

  @Test
  void store_databaseChangedBySomebody_saysSoAndStoresNothing() throws IOException {
    repository.store(Runs.forkJoin("a", 1, new Random(37)), RunLabel.of("w"));
    database.execute("drop table flowgauge_document");

    assertThatThrownBy(
            () -> repository.store(Runs.forkJoin("b", 2, new Random(41)), RunLabel.of("w")))
        .isInstanceOf(RepositoryException.class)
        .hasMessageContaining("no such table or column");
    assertThat(database.number("select count(*) from flowgauge_run")).isEqualTo(1);
    assertThat(database.number("select count(*) from flowgauge_graph")).isEqualTo(1);
  }

  @Test
  void open_newerSchema_isRefused() throws IOException {
    database.execute(
        "insert into flowgauge_store_schema (installed_rank, version, description, type, script,"
            + " installed_by, execution_time, success) values (99, '999', 'later', 'SQL', 'V999',"
            + " 'me', 0, "
            + (database.arguments().size() == 1 ? "1" : "true")
            + ")");

    assertThatThrownBy(database::open)
        .isInstanceOf(RepositoryException.class)
        .hasMessageContaining("newer Flowgauge");
  }
}
