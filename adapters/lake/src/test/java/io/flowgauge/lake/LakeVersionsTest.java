package io.flowgauge.lake;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.comparison.Subgraph;
import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.CodeProfile.Call;
import io.flowgauge.run.CodeProfile.CodeRegion;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.ExperimentRepository;
import io.flowgauge.store.RunFilter;
import io.flowgauge.store.RunLabel;
import io.flowgauge.store.StoredRun;
import io.flowgauge.store.StoredValues;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Subgraphs, refinements and profiles of code regions in a lake. */
class LakeVersionsTest {
  private static final RunLabel LABEL = RunLabel.of("w").version("1");
  private static final Subgraph PROJECT = Subgraph.parse("image=project");
  private static final Subgraph WHOLE = Subgraph.parse("image=plan,project");

  @TempDir Path folder;

  private ExperimentRepository open(String lake) throws IOException {
    return ExperimentRepository.connect("lake:" + folder.resolve(lake));
  }

  private List<String> rows(String sql) throws IOException {
    return LakeTest.rows(folder.resolve("lake"), sql);
  }

  private static WorkflowRun run(int seed) {
    return LakeTest.run("run " + seed, 3, seed, LakeTest.OCTOBER.plusSeconds(seed));
  }

  private static List<RunValues> values(List<WorkflowRun> runs, Subgraph subgraph) {
    return runs.stream()
        .map(run -> RunValues.of(Flowgauge.report(run), List.of(subgraph)))
        .toList();
  }

  private static List<RunValues> values(ExperimentRepository repository) throws IOException {
    return repository.values(RunFilter.all()).stream().map(StoredValues::values).toList();
  }

  @Test
  void subgraphs_ofRun_areThoseItWasMeasuredIn() throws IOException {
    try (ExperimentRepository lake = open("lake")) {
      lake.store(run(1), LABEL.subgraph(WHOLE).refines("0"));
      lake.store(run(2), LABEL.subgraph(Subgraph.parse("first=plan")));
    }
    try (ExperimentRepository lake = open("lake")) {
      lake.store(run(3), LABEL.version("2").refines("1"));
      lake.store(run(4), LABEL);
    }
    assertThat(
            rows(
                "select r.name, s.name, type, named from subgraphs s join runs r using (run)"
                    + " order by all"))
        .containsExactly(
            "run 1|image|plan|true",
            "run 1|image|project|true",
            "run 2|first|plan|true",
            "run 2|image|plan|false",
            "run 2|image|project|false",
            "run 4|first|plan|false",
            "run 4|image|plan|false",
            "run 4|image|project|false");
    assertThat(rows("select version, refines from refinements join runs using (run) order by all"))
        .containsExactly("1|0", "2|1");
    // Only the first run was stored without one of its version's subgraphs.
    assertThat(unmeasured()).containsExactly("run 1");
  }

  private List<String> unmeasured() throws IOException {
    List<String> names = new ArrayList<>();
    try (ExperimentRepository lake = open("lake")) {
      return lake.query(
          "select name from flowgauge_unmeasured join flowgauge_run using (run_id)",
          rows -> {
            while (rows.next()) {
              names.add(rows.getString(1));
            }
            return names;
          });
    }
  }

  @Test
  void store_repositoryOpenedBeforeSubgraphWasReplaced_doesNotBringItBack() throws IOException {
    try (ExperimentRepository lake = open("lake")) {
      lake.store(run(1), LABEL.subgraph(PROJECT));
    }
    try (ExperimentRepository early = open("lake")) {
      try (ExperimentRepository late = open("lake")) {
        late.store(run(2), LABEL.subgraph(WHOLE));
      }
      early.store(run(3), LABEL);
    }
    try (ExperimentRepository lake = open("lake")) {
      assertThat(values(lake)).isEqualTo(values(List.of(run(1), run(2), run(3)), WHOLE));
    }
  }

  @Test
  void label_ofRun_copiesWhatItsVersionHas() throws IOException {
    try (ExperimentRepository database = ExperimentRepository.open(folder.resolve("e.db"))) {
      database.store(run(1), LABEL.tag("machine", "lab").source("trace"));
      database.store(run(2), LABEL.subgraph(WHOLE).refines("0"));
      copy(database, "lake");
    }
    try (ExperimentRepository lake = open("lake")) {
      copy(lake, "second");
    }
    assertThat(unmeasured()).isEmpty();
    try (ExperimentRepository lake = open("second")) {
      assertThat(values(lake)).isEqualTo(values(List.of(run(1), run(2)), WHOLE));
      StoredRun first = lake.runs(RunFilter.all()).get(0);
      assertThat(first.tags()).containsEntry("machine", "lab");
      assertThat(first.source()).isEqualTo("trace");
      assertThat(lake.label(first).refines()).contains("0");
      assertThat(lake.label(first).subgraphs()).containsExactly(WHOLE);
    }
  }

  private void copy(ExperimentRepository from, String to) throws IOException {
    try (LakeWriter writer = LakeWriter.open(folder.resolve(to))) {
      for (StoredRun run : from.runs(RunFilter.all())) {
        writer.add(from.load(run.id()).orElseThrow(), from.label(run));
      }
    }
  }

  @Test
  void quantities_subgraphMeasuredInNoRunYet_haveIt() throws IOException {
    try (ExperimentRepository lake = open("lake")) {
      lake.store(run(1), LABEL);
      RunRecorder other = Flowgauge.recorder("other");
      other.activity(Activity.of("a", "align"));
      lake.store(other.snapshot(), LABEL.subgraph(WHOLE));
    }
    try (ExperimentRepository lake = open("lake")) {
      assertThat(lake.quantities())
          .extracting(Quantity::toString)
          .contains("subgraph/image/activities");
    }
  }

  /** A lake written by a version that did not store subgraphs. */
  @Test
  void lake_withoutOptionalFolders_isReadAndAddedTo() throws IOException {
    try (ExperimentRepository lake = open("lake")) {
      lake.store(run(1), LABEL);
    }
    try (Stream<Path> folders = Files.list(folder.resolve("lake"))) {
      assertThat(folders)
          .extracting(each -> each.getFileName().toString())
          .containsExactlyInAnyOrder(
              "runs", "tags", "processors", "activities", "quantities", "documents");
    }
    try (ExperimentRepository lake = open("lake")) {
      assertThat(lake.label(lake.runs(RunFilter.all()).get(0)).subgraphs()).isEmpty();
      lake.store(run(2), LABEL.subgraph(WHOLE).refines("0"));
    }
    try (ExperimentRepository lake = open("lake")) {
      assertThat(values(lake)).isEqualTo(values(List.of(run(1), run(2)), WHOLE));
      assertThat(lake.label(lake.runs(RunFilter.all()).get(0)).refines()).contains("0");
    }
  }

  @Test
  void profiles_ofRun_areTheLastOfItsActivities() throws IOException {
    RunRecorder recorder = Flowgauge.recorder("r");
    recorder.activity(Activity.of("a", "align"));
    recorder.activity(Activity.of("b", "solve"));
    recorder.record("b", EventType.ACTIVE, 1_000_000_000L, 1);
    CodeRegion solve = new CodeRegion("prog:solve", "solve.c:7", 1, 400, 300, 0);
    recorder.codeProfile("b", new CodeProfile(2_000_000_000L, List.of(solve), List.of()));
    recorder.codeProfile(
        "b",
        new CodeProfile(
            3_000_001_999L,
            List.of(
                new CodeRegion("prog:solve", "solve.c:7", 5_000_000_000L, 1_500, 1_000, 250),
                new CodeRegion("libm.so.6:sin", "", 2, 500, 500, 0)),
            List.of(new Call(0, 1, 2, 500))));
    WorkflowRun run = recorder.snapshot();
    try (LakeWriter lake = LakeWriter.open(folder.resolve("lake"))) {
      lake.add(run, RunLabel.of("w"));
      lake.add(run(1), RunLabel.of("w"));
    }
    assertThat(
            rows(
                "select id, region, source, calls, p.seconds, own_seconds, open_seconds,"
                    + " epoch_us(measured)"
                    + " from profiles p join activities using (run, position) order by region"))
        .containsExactly(
            "b|libm.so.6:sin||2|5.0E-7|5.0E-7|0.0|3000001",
            "b|prog:solve|solve.c:7|5000000000|1.5E-6|1.0E-6|2.5E-7|3000001");
    try (ExperimentRepository lake = open("lake")) {
      assertThat(lake.load(RunFilter.all()).get(0).execution(1).codeProfiles())
          .isEqualTo(run.execution(1).codeProfiles());
    }
  }
}
