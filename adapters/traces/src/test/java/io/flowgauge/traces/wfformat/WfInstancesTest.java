package io.flowgauge.traces.wfformat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Processor;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.SharedData;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.traces.document.RunFacts;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every published execution, compared with tables that other programs computed from the files. */
class WfInstancesTest {
  private static final int FILES = 18;

  @TempDir private Path folder;

  @Test
  void read_everyFile_hasWhatItRecords() throws IOException {
    List<List<String>> rows = table("## What each file records");
    assertThat(rows).hasSize(FILES);
    for (List<String> row : rows) {
      WorkflowRun run = read(row.get(0));
      String file = row.get(0);
      assertThat(run.workflow().activityCount()).as(file).isEqualTo(Integer.parseInt(row.get(4)));
      assertThat(run.workflow().dependencyCount()).as(file).isEqualTo(Integer.parseInt(row.get(5)));
      assertThat(run.processors()).as(file).hasSize(Integer.parseInt(row.get(6)));
      assertThat(run.processors().stream().mapToInt(Processor::slots).sum())
          .as(file)
          .isEqualTo(Integer.parseInt(row.get(7)));
      assertThat(seconds(run.makespan().orElseThrow()))
          .as(file)
          .isCloseTo(Double.parseDouble(row.get(8)), within(1e-6));
      assertThat(run.executions().stream().allMatch(e -> !e.attempts().isEmpty()))
          .as(file)
          .isEqualTo(row.get(9).equals("all"));
      assertThat(run.executions().stream().allMatch(e -> e.processor().isPresent()))
          .as(file)
          .isEqualTo(row.get(10).equals("all"));
      assertThat(has(run, "coreCount")).as(file).isEqualTo(row.get(11).equals("all"));
      assertThat(has(run, "avgCPU")).as(file).isEqualTo(row.get(12).equals("all"));
      assertThat(has(run, "readBytes")).as(file).isEqualTo(row.get(13).startsWith("all"));
      assertThat(has(run, "memoryInBytes")).as(file).isEqualTo(row.get(14).equals("all"));
    }
  }

  @Test
  void read_everyFile_hasReferenceTimes() throws IOException {
    for (List<String> row : table("## Reference values")) {
      WorkflowRun run = read(row.get(0));
      Workflow workflow = run.workflow();
      List<Double> times =
          run.executions().stream().map(e -> seconds(e.wallclock().orElseThrow())).toList();
      assertThat(times.stream().mapToDouble(t -> t).sum())
          .isCloseTo(Double.parseDouble(row.get(2)), within(1e-4));
      assertThat(times.stream().mapToDouble(t -> t).max().orElseThrow())
          .isCloseTo(Double.parseDouble(row.get(3)), within(1e-6));
      assertThat(workflow.levelCount()).isEqualTo(Integer.parseInt(row.get(6)));
      assertThat(workflow.width()).isEqualTo(Integer.parseInt(row.get(7)));
      assertThat(remarked(run, "tasks have a runtime of exactly zero"))
          .isEqualTo(Integer.parseInt(row.get(11)));
      int parts = Integer.parseInt(row.get(10));
      assertThat(run.diagnostics().toString().contains("consists of " + parts + " parts"))
          .isEqualTo(parts > 1);
    }
  }

  @Test
  void read_everyFile_hasNoErrors() throws IOException {
    for (List<String> row : table("## What each file records")) {
      assertThat(read(row.get(0)).diagnostics())
          .noneMatch(d -> d.severity() == Diagnostic.Severity.ERROR);
    }
  }

  @Test
  void write_everyFile_isReadBackEqual() throws IOException {
    for (List<String> row : table("## What each file records")) {
      WorkflowRun run = read(row.get(0));
      Path copy = folder.resolve("copy.wfformat.json");
      List<Diagnostic> lost = Flowgauge.write(run, copy);
      assertThat(lost).noneMatch(d -> d.message().contains("types will be read"));
      WorkflowRun again = Flowgauge.read(copy);
      assertThat(again.name()).isEqualTo(run.name());
      assertThat(again.makespan()).isEqualTo(run.makespan());
      assertThat(again.startNanos()).isEqualTo(run.startNanos());
      assertThat(again.timeBase()).isEqualTo(run.timeBase());
      assertThat(again.workflow().dependencies()).isEqualTo(run.workflow().dependencies());
      assertThat(again.workflow().activities().toString())
          .isEqualTo(run.workflow().activities().toString());
      assertThat(again.processors()).isEqualTo(run.processors());
      assertThat(times(again)).isEqualTo(times(run));
      assertThat(places(again)).isEqualTo(places(run));
    }
  }

  @Test
  void write_runDocumentOfEveryFile_isReadBackEqual() throws IOException {
    for (List<String> row : table("## What each file records")) {
      WorkflowRun run = read(row.get(0));
      Path copy = folder.resolve("copy.json");
      assertThat(Flowgauge.write(run, copy)).isEmpty();
      assertThat(RunFacts.of(Flowgauge.read(copy))).isEqualTo(RunFacts.of(run));
    }
  }

  @Test
  void read_oldAndMigratedFile_areTheSameWorkflow() throws IOException {
    WorkflowRun old = read("epigenomics-chameleon-hep-1seq-100k-001.v1.0.json");
    WorkflowRun migrated = read("epigenomics-chameleon-hep-1seq-100k-001.json");
    assertThat(old.workflow().levelCount()).isEqualTo(migrated.workflow().levelCount());
    assertThat(old.makespan()).isEqualTo(migrated.makespan());
    assertThat(old.startNanos()).isEqualTo(migrated.startNanos());
    assertThat(old.processors()).isEqualTo(migrated.processors());
  }

  @Test
  void read_montage_findsTypes() throws IOException {
    Map<String, Long> types =
        read("montage-chameleon-2mass-005d-001.json").workflow().activities().stream()
            .collect(Collectors.groupingBy(a -> a.type(), Collectors.counting()));
    assertThat(types)
        .containsOnlyKeys(
            "mProject",
            "mDiffFit",
            "mConcatFit",
            "mBgModel",
            "mBackground",
            "mImgtbl",
            "mAdd",
            "mViewer");
  }

  @Test
  void read_rasflow_hasStartTimesWithoutZone() throws IOException {
    WorkflowRun run = read("RASflow-snakemake-n011.json");
    assertThat(run.diagnostics().toString())
        .contains("is later than the first task start 2026-05-08T02:44:13.251536")
        .contains("times have no zone");
    assertThat(seconds(run.makespan().orElseThrow())).isCloseTo(443.653214, within(1e-6));
  }

  private static boolean has(WorkflowRun run, String attribute) {
    return run.workflow().activities().stream()
        .allMatch(activity -> activity.attributes().containsKey(attribute));
  }

  private static int remarked(WorkflowRun run, String message) {
    return run.diagnostics().stream()
        .filter(d -> d.message().contains(message))
        .mapToInt(d -> Integer.parseInt(d.message().substring(0, d.message().indexOf(' '))))
        .sum();
  }

  private static List<Optional<Duration>> times(WorkflowRun run) {
    return run.executions().stream().map(ActivityExecution::wallclock).toList();
  }

  private static List<Optional<String>> places(WorkflowRun run) {
    return run.executions().stream().map(ActivityExecution::processor).toList();
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  private static WorkflowRun read(String file) throws IOException {
    return Flowgauge.read(SharedData.path("wfinstances/" + file));
  }

  /** Returns the rows of a table in the README; the file name comes first. */
  private static List<List<String>> table(String heading) throws IOException {
    String text = Files.readString(SharedData.path("wfinstances/README.md"));
    String section = text.substring(text.indexOf(heading) + heading.length());
    return section
        .substring(0, section.indexOf("\n## "))
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.substring(2, line.length() - 2).replace("`", ""))
        .map(line -> Arrays.asList(line.split(" \\| ", -1)))
        .toList();
  }
}
