package io.flowgauge.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.Subgraph;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.ExperimentRepository;
import io.flowgauge.store.HistoryPoint;
import io.flowgauge.store.RepositoryException;
import io.flowgauge.store.RunFilter;
import io.flowgauge.store.RunLabel;
import io.flowgauge.store.StoredRun;
import io.flowgauge.store.StoredValues;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LakeTest {
  static final Instant OCTOBER = Instant.parse("2026-10-31T23:59:50.000000001Z");
  private static final String ODD = "a/b=c 100%\\ü'\"";

  private static final int RUNS = 12;

  @TempDir Path folder;

  private Path lake() {
    return folder.resolve("the lake's");
  }

  private ExperimentRepository open() throws IOException {
    return ExperimentRepository.connect("lake:" + lake());
  }

  /** Returns a fork-join run on two sites, with occasional failures. */
  static WorkflowRun run(String name, int members, long seed, Instant start) {
    Random random = new Random(seed);
    RunRecorder recorder = Flowgauge.recorder(name);
    recorder.processor(new Processor("linz-1", 1 + random.nextDouble(), 2, "linz"));
    recorder.processor(new Processor("vienna-1", 1, 2, "vienna"));
    recorder.activity(Activity.of("plan", "plan"));
    long time = start.getEpochSecond() * 1_000_000_000L + start.getNano();
    time = execute(recorder, "plan", time, random);
    for (int k = 0; k < members; k++) {
      recorder.activity(Activity.of("project " + k, "project"));
      recorder.dependency("plan", "project " + k);
      execute(recorder, "project " + k, time, random);
    }
    return recorder.snapshot();
  }

  private static long execute(RunRecorder recorder, String id, long from, Random random) {
    long time = from;
    int attempt = 1;
    if (random.nextInt(4) == 0) {
      recorder.record(id, EventType.ACTIVE, time, attempt);
      time += random.nextInt(1_000_000_000);
      recorder.record(id, EventType.FAILED, time, attempt++);
    }
    recorder.assign(id, attempt, random.nextBoolean() ? "linz-1" : "vienna-1");
    recorder.record(id, EventType.SUBMITTED, time, attempt);
    time += random.nextInt(1_000_000_000);
    recorder.record(id, EventType.ACTIVE, time, attempt);
    time += 1 + random.nextInt(2_000_000_000);
    recorder.record(id, EventType.COMPLETED, time, attempt);
    return time;
  }

  private static WorkflowRun unfinished() {
    RunRecorder recorder = Flowgauge.recorder("unfinished");
    recorder.record("a", EventType.ACTIVE, 7_000_000_000L, 1);
    return recorder.snapshot(Instant.ofEpochSecond(20));
  }

  /** Returns a run without a name or a time. */
  private static WorkflowRun neverStarted() {
    RunRecorder recorder = Flowgauge.recorder("");
    recorder.activity(Activity.of("a", "align"));
    return recorder.snapshot();
  }

  /** Stores a fixed set of runs of several workflows, versions, months and graphs. */
  private static void fill(Opener repository) throws IOException {
    for (int first = 0; first < RUNS; first += RUNS / 3) {
      try (ExperimentRepository open = repository.open()) {
        for (int k = first; k < first + RUNS / 3; k++) {
          Instant start = OCTOBER.plus(Duration.ofSeconds(3L * k));
          open.store(run("run " + k, 3 + k % 3, k, start), label(k));
        }
      }
    }
    try (ExperimentRepository open = repository.open()) {
      open.store(unfinished(), RunLabel.empty());
      open.store(neverStarted(), RunLabel.empty());
    }
  }

  /** Opens a repository repeatedly. */
  private interface Opener {
    ExperimentRepository open() throws IOException;
  }

  /** Returns a label; some declare a subgraph, or a different one of the same name. */
  private static RunLabel label(int k) {
    RunLabel label = RunLabel.of(k % 3 == 0 ? ODD : "montage").version(k % 2 == 0 ? "1" : "2");
    return switch (k) {
      case 1, 9 -> label.subgraph(new Subgraph(ODD, Set.of("plan", ODD))).refines("1");
      case 2 -> label.subgraph(new Subgraph("image", Set.of("project")));
      case 4 -> label.subgraph(new Subgraph("image", Set.of("plan"))).tag("machine", "lab");
      case 5 -> label.subgraph(new Subgraph("none", Set.of("none"))).refines("none");
      case 7 -> label.subgraph(new Subgraph("image", Set.of("plan", "project"))).refines("1");
      case 10 -> label.subgraph(new Subgraph("image", Set.of("none"))).refines("0");
      case 0, 8 -> label.tag("machine", "lab").source("trace " + k);
      default -> label;
    };
  }

  private static List<RunFilter> filters() {
    return List.of(
        RunFilter.all(),
        RunFilter.all().workflow(ODD),
        RunFilter.all().workflow("montage").version("2"),
        RunFilter.all().tag("machine", "lab"),
        RunFilter.all().site("linz"),
        RunFilter.all().site("nowhere"),
        RunFilter.all().from(OCTOBER.plusSeconds(9)).before(OCTOBER.plusSeconds(20)),
        RunFilter.all().workflow("montage").newest(3));
  }

  /**
   * Returns a run as text, without its number and time of storage, which differ between
   * repositories.
   */
  private static String shown(StoredRun run) {
    return String.join(
        "|",
        run.workflow(),
        run.version(),
        run.name(),
        run.source(),
        "" + run.start(),
        "" + run.makespanSeconds(),
        "" + run.isFinished(),
        "" + run.activities(),
        "" + run.attempts(),
        "" + run.failedAttempts(),
        "" + run.sites(),
        "" + run.tags());
  }

  private static List<String> shown(List<StoredRun> runs) {
    return runs.stream().map(LakeTest::shown).toList();
  }

  private byte[] document(WorkflowRun run) throws IOException {
    Path file = folder.resolve("document.json");
    Flowgauge.write(run, file);
    return Files.readAllBytes(file);
  }

  @Test
  void repository_inLake_answersAsInDatabase() throws IOException {
    Opener inDatabase = () -> ExperimentRepository.open(folder.resolve("e.db"));
    fill(this::open);
    fill(inDatabase);
    try (ExperimentRepository database = inDatabase.open();
        ExperimentRepository lake = open()) {
      assertThat(lake.quantities()).isNotEmpty().isEqualTo(database.quantities());
      for (RunFilter filter : filters()) {
        assertThat(shown(lake.runs(filter))).isEqualTo(shown(database.runs(filter)));
        assertThat(labels(lake, filter)).isEqualTo(labels(database, filter));
        assertThat(lake.values(filter).stream().map(StoredValues::values).toList())
            .isEqualTo(database.values(filter).stream().map(StoredValues::values).toList());
        assertThat(document(lake.fastest(filter))).isEqualTo(document(database.fastest(filter)));
        for (Quantity quantity : some(database.quantities())) {
          assertThat(history(lake.history(filter, quantity)))
              .isEqualTo(history(database.history(filter, quantity)));
        }
        List<WorkflowRun> expected = database.load(filter);
        List<WorkflowRun> loaded = lake.load(filter);
        assertThat(loaded).hasSameSizeAs(expected);
        for (int k = 0; k < loaded.size(); k++) {
          assertThat(loaded.get(k).name()).isEqualTo(expected.get(k).name());
          assertThat(document(loaded.get(k))).isEqualTo(document(expected.get(k)));
          assertThat(Flowgauge.json(Flowgauge.report(loaded.get(k))))
              .isEqualTo(Flowgauge.json(Flowgauge.report(expected.get(k))));
        }
      }
    }
  }

  /** Returns the quantities of subgraphs, and a few others. */
  private static List<Quantity> some(List<Quantity> all) {
    return IntStream.range(0, all.size())
        .filter(k -> k % 40 == 0 || all.get(k).kind() == Quantity.Kind.SUBGRAPH)
        .mapToObj(all::get)
        .toList();
  }

  private static List<String> labels(ExperimentRepository repository, RunFilter filter)
      throws IOException {
    List<String> labels = new ArrayList<>();
    for (StoredRun run : repository.runs(filter)) {
      RunLabel label = repository.label(run);
      labels.add(label + " " + label.source() + label.refines() + label.subgraphs());
    }
    return labels;
  }

  private static List<String> history(List<HistoryPoint> points) {
    return points.stream().map(point -> shown(point.run()) + " " + point.value()).toList();
  }

  @Test
  void query_onAnyMachine_isInUtc() throws Exception {
    try (ExperimentRepository open = open()) {
      String zone =
          open.query(
              "select current_setting('TimeZone')",
              row -> {
                row.next();
                return row.getString(1);
              });
      assertThat(zone).isEqualTo("UTC");
    }
  }

  @Test
  void flush_repositoryThatStaysOpen_isThereForOthers() throws Exception {
    try (ExperimentRepository open = open()) {
      for (int k = 1; k <= 2; k++) {
        open.store(run("run " + k, 2, k, OCTOBER), RunLabel.of("w"));
        open.flush();
        try (ExperimentRepository other = open()) {
          assertThat(other.runs(RunFilter.all())).hasSize(k);
        }
      }
    }
  }

  @Test
  void store_runThatWasLost_storesItAgain() throws Exception {
    WorkflowRun lost = run("lost", 2, 1, OCTOBER);
    try (ExperimentRepository open = open()) {
      open.store(lost, RunLabel.of("w"));
      for (Dataset dataset : Dataset.values()) {
        remove(lake().resolve(dataset.folder()));
      }
      assertThatThrownBy(open::flush)
          .hasMessageContaining("1 run was not written to lake")
          .hasMessageContaining("NoSuchFileException: ");
      assertThat(open.store(lost, RunLabel.of("w")).isNew()).isTrue();
    }
    try (ExperimentRepository other = open()) {
      assertThat(other.runs(RunFilter.all())).extracting(StoredRun::name).containsExactly("lost");
    }
  }

  @Test
  void flush_runsOfSeveralWorkflowsAreLost_countsThemAll() throws IOException {
    try (ExperimentRepository open = open()) {
      for (int k = 0; k < 3; k++) {
        open.store(run("run " + k, 2, k, OCTOBER), RunLabel.of("w" + k % 2));
      }
      for (Dataset dataset : Dataset.values()) {
        remove(lake().resolve(dataset.folder()));
      }
      assertThatThrownBy(open::flush).hasMessageContaining("3 runs were not written to lake");
    }
  }

  /**
   * As a fleet does when its transaction fails after storing; meanwhile, more events of the run
   * have arrived.
   */
  @Test
  void storeOnce_runThatWasStoredHere_isNotStoredAgain() throws IOException {
    try (ExperimentRepository open = open()) {
      open.storeOnce(run("a", 2, 1, OCTOBER), RunLabel.of("w"), "run", "r1");
      open.flush();
      open.storeOnce(run("a", 3, 1, OCTOBER), RunLabel.of("w"), "run", "r1");
      open.storeOnce(run("b", 3, 1, OCTOBER), RunLabel.of("w"), "run", "r2");
    }
    assertThat(rows("select name, activities from runs")).containsExactlyInAnyOrder("a|3", "b|4");
  }

  private static void remove(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }

  @Test
  void repository_runStoredTwice_isFoundOnce() throws IOException {
    WorkflowRun run = run("twice", 3, 1, OCTOBER);
    long id;
    try (ExperimentRepository lake = open()) {
      id = lake.store(run, RunLabel.empty()).run().id();
      assertThat(lake.store(run, RunLabel.of("other")).isNew()).isFalse();
    }
    try (ExperimentRepository lake = open()) {
      assertThat(lake.store(run, RunLabel.of("other")).run().id()).isEqualTo(id);
    }
    // The writer does not check whether the run is already stored.
    try (LakeWriter lake = LakeWriter.open(lake())) {
      lake.add(run, RunLabel.of("other"));
    }
    try (ExperimentRepository lake = open()) {
      assertThat(lake.runs(RunFilter.all())).extracting(StoredRun::id).containsExactly(id);
      assertThat(lake.load(RunFilter.all())).hasSize(1);
    }
    assertThat(rows("select count(*), count(distinct run) from activities")).containsExactly("4|1");
  }

  @Test
  void lake_emptyFolder_hasTablesWithoutRows() throws IOException {
    Files.createDirectories(lake());
    for (Dataset dataset : Dataset.values()) {
      assertThat(rows("select count(*) from " + dataset.folder())).containsExactly("0");
    }
    try (ExperimentRepository lake = open()) {
      assertThat(lake.runs(RunFilter.all())).isEmpty();
      assertThat(lake.fastest(RunFilter.all()).workflow().activityCount()).isZero();
    }
  }

  @Test
  void lake_folders_areThoseOfHive() throws IOException {
    try (LakeWriter lake = LakeWriter.open(lake())) {
      lake.add(run("a", 1, 1, OCTOBER), RunLabel.of(ODD));
      lake.add(run("b", 1, 2, OCTOBER.plusSeconds(10)), RunLabel.of(ODD));
      lake.add(neverStarted(), RunLabel.empty());
    }
    Set<String> folders = new TreeSet<>();
    try (Stream<Path> files = Files.walk(lake().resolve("activities"))) {
      files
          .filter(Files::isRegularFile)
          .forEach(file -> folders.add(lake().relativize(file.getParent()).toString()));
    }
    assertThat(folders)
        .containsExactly(
            "activities/workflow=__HIVE_DEFAULT_PARTITION__/month=__HIVE_DEFAULT_PARTITION__",
            "activities/workflow=a%2Fb%3Dc%20100%25%5C%C3%BC%27%22/month=2026-10",
            "activities/workflow=a%2Fb%3Dc%20100%25%5C%C3%BC%27%22/month=2026-11");
    assertThat(rows("select distinct workflow from activities")).containsExactlyInAnyOrder("", ODD);
    assertThat(rows("select run is not null, workflow, month from runs order by month"))
        .containsExactly("true||", "true|" + ODD + "|2026-10", "true|" + ODD + "|2026-11");
  }

  @Test
  void activities_ofRun_areItsActivities() throws IOException {
    RunRecorder recorder = Flowgauge.recorder("r");
    recorder.processor(new Processor("p", 1, 1, "lab"));
    recorder.activity(Activity.of("a", "align"));
    recorder.assign("a", 1, "p");
    recorder.record("a", EventType.SUBMITTED, 1_000_001_999L, 1);
    recorder.record("a", EventType.ACTIVE, 2_000_001_000L, 1);
    recorder.record("a", EventType.COMPLETED, 4_500_001_000L, 1);
    recorder.activity(Activity.of("b", "sort"));
    try (LakeWriter lake = LakeWriter.open(lake())) {
      lake.add(recorder.snapshot(), RunLabel.empty());
    }
    assertThat(
            rows(
                "select position, id, type, attempts, state, processor, site,"
                    + " epoch_us(submitted), epoch_us(active), epoch_us(ended), processing_seconds"
                    + " from activities order by position"))
        .containsExactly(
            "0|a|align|1|COMPLETED|p|lab|1000001|2000001|4500001|2.5",
            "1|b|sort|0|null|null|null|null|null|null|null");
  }

  @Test
  void writer_killedBeforeItsEnd_leavesNothingToRead() throws IOException {
    try (LakeWriter lake = LakeWriter.open(lake())) {
      lake.add(run("kept", 2, 1, OCTOBER), RunLabel.of("w"));
    }
    // The state that a process leaves when it is killed between two files, and while it writes one.
    LakeWriter killed = LakeWriter.open(lake());
    killed.add(run("lost", 2, 2, OCTOBER), RunLabel.of("w"));
    try (Stream<Path> files = Files.walk(lake().resolve("activities"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (file.toString().endsWith(".parquet")) {
          Files.copy(file, file.resolveSibling("left-alone.parquet"));
        }
      }
    }
    assertThat(rows("select name from runs")).containsExactly("kept");
    assertThat(rows("select count(*) from activities")).containsExactly("3");
    killed.close();
    assertThat(rows("select count(*) from runs")).containsExactly("2");
  }

  @Test
  void writer_manyWorkflows_keepsAllRuns() throws IOException {
    try (LakeWriter lake = LakeWriter.open(lake())) {
      for (int k = 0; k < 40; k++) {
        lake.add(run("run", 2, k, OCTOBER), RunLabel.of("w" + k % 9));
      }
    }
    assertThat(rows("select count(*), count(distinct workflow) from runs")).containsExactly("40|9");
    assertThat(rows("select count(*) from activities")).containsExactly("120");
  }

  @Test
  void open_whatIsNoLake_saysSo() throws IOException {
    assertThatThrownBy(() -> Lake.open(folder.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> ExperimentRepository.connect("lake:"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("folder");
    Path runs = Files.createDirectories(lake().resolve("runs/workflow=w/month=2026-01"));
    Files.writeString(runs.resolve("a.parquet"), "no Parquet");
    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the lake's")
        .hasMessageContaining("a.parquet");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "version=7/run=1",
        "workflow=x/month=1970-01",
        "runs [1]",
        "what? a*",
        "100%25{a,b}\\x"
      })
  void lake_inAFolderOfAnyName_isTheSame(String name) throws IOException {
    Path odd = folder.resolve(name);
    long id;
    try (LakeWriter lake = LakeWriter.open(odd)) {
      id = lake.add(run("a", 1, 1, OCTOBER), RunLabel.of(ODD).version("2"));
      lake.add(neverStarted(), RunLabel.of("w"));
    }
    assertThat(
            rows(odd, "select run = " + id + ", version, workflow, month from runs order by run"))
        .containsExactly("true|2|" + ODD + "|2026-10", "false|default|w|");
    assertThat(rows(odd, "select count(*) from activities where workflow = 'w'"))
        .containsExactly("1");
    try (ExperimentRepository lake = ExperimentRepository.connect("lake:" + odd)) {
      assertThat(lake.load(RunFilter.all().version("2"))).hasSize(1);
    }
  }

  /** A fleet renames its finished files at any moment. */
  @Test
  void open_whileAnotherProcessWrites_isNotDisturbed() throws Exception {
    Path month = Files.createDirectories(lake().resolve("runs/workflow=w/month=2026-01"));
    Path part = month.resolve("a.part");
    AtomicBoolean isOver = new AtomicBoolean();
    Thread writer =
        new Thread(
            () -> {
              while (!isOver.get()) {
                try {
                  Files.delete(Files.move(Files.createFile(part), month.resolve("b.part")));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              }
            });
    writer.start();
    try {
      for (int k = 0; k < 30; k++) {
        Lake.open(lake()).close();
      }
    } finally {
      isOver.set(true);
      writer.join();
    }
  }

  @Test
  void connectExisting_lakeThatIsNotThere_makesNone() {
    assertThatThrownBy(() -> ExperimentRepository.connectExisting("lake:" + lake()))
        .isInstanceOf(RepositoryException.class)
        .hasMessage("lake " + lake() + ": there is no such folder");
    assertThat(lake()).doesNotExist();
  }

  private List<String> rows(String sql) throws IOException {
    return rows(lake(), sql);
  }

  /** Returns the rows that a query of a lake gives, the cells of each joined. */
  static List<String> rows(Path folder, String sql) throws IOException {
    List<String> rows = new ArrayList<>();
    try (Lake lake = Lake.open(folder);
        Statement statement = lake.connection().createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      int width = row.getMetaData().getColumnCount();
      while (row.next()) {
        List<String> cells = new ArrayList<>();
        for (int k = 1; k <= width; k++) {
          cells.add(String.valueOf(row.getObject(k)));
        }
        rows.add(String.join("|", cells));
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return rows;
  }
}
