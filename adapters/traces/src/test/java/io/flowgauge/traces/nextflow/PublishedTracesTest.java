package io.flowgauge.traces.nextflow;

import static io.flowgauge.traces.RunMessages.messages;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.SharedData;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads published traces and recorded runs through the public entry point. */
class PublishedTracesTest {

  private static WorkflowRun read(String name) throws IOException {
    return Flowgauge.read(SharedData.path(name));
  }

  private static Stream<Attempt> attempts(WorkflowRun run) {
    return run.executions().stream().map(ActivityExecution::attempts).flatMap(List::stream);
  }

  private static long ended(WorkflowRun run, EventType outcome) {
    return attempts(run).filter(a -> a.outcome().equals(Optional.of(outcome))).count();
  }

  @ParameterizedTest
  @CsvSource({
    "nextflow/trace_methylseq.csv, 1083, 88, 72, 54",
    "nextflow/trace_rnaseq.csv, 1308, 28, 0, 102"
  })
  void read_publishedRawTrace_hasItsCounts(
      String name, int rows, long early, long failed, long zero) throws IOException {
    WorkflowRun run = read(name);
    assertThat(run.workflow().activityCount()).isEqualTo(rows);
    assertThat(attempts(run).count()).isEqualTo(rows);
    assertThat(ended(run, EventType.FAILED)).isEqualTo(failed);
    assertThat(ended(run, EventType.COMPLETED)).isEqualTo(rows - failed);
    assertThat(run.timeBase()).isEqualTo(TimeBase.UTC);
    assertThat(messages(run))
        .anyMatch(m -> m.startsWith(early + " rows: each starts before it is submitted"))
        .anyMatch(m -> m.startsWith(zero + " completed rows: each has a realtime of 0"))
        .anyMatch(m -> m.startsWith("dependencies: none"));
    assertThat(messages(run).stream().anyMatch(m -> m.startsWith("72 attempts: each failed")))
        .isEqualTo(failed == 72);
  }

  @Test
  void read_dependencyByValue_isNamedFromTheProcessGraph() throws IOException {
    assertThat(messages(read("runs/povray-nextflow/trace.txt")))
        .anyMatch(m -> m.endsWith("rather than files: PLAN -> RENDER"));
  }

  @ParameterizedTest
  @CsvSource({
    "execution_trace.txt, 6, 0, 3",
    "execution_trace.txt.3, 29, 3, 0",
    "execution_trace.txt.8, 17, 1, 0"
  })
  void read_humanUnits_hasItsCounts(String name, int tasks, long failed, int dependencies)
      throws IOException {
    WorkflowRun run = read("nextflow/human-units/" + name);
    assertThat(run.workflow().activityCount()).isEqualTo(tasks);
    assertThat(ended(run, EventType.FAILED)).isEqualTo(failed);
    assertThat(ended(run, EventType.COMPLETED)).isEqualTo(tasks - failed);
    assertThat(run.workflow().dependencyCount()).isEqualTo(dependencies);
    assertThat(run.timeBase()).isEqualTo(TimeBase.UNKNOWN_ZONE);
    assertThat(attempts(run)).allMatch(attempt -> attempt.active().isEmpty());
  }

  @Test
  void read_failedRun_hasItsFailures() throws IOException {
    WorkflowRun run = read("runs/nextflow-endings/failed");
    assertThat(ended(run, EventType.FAILED)).isEqualTo(2);
    assertThat(ended(run, EventType.COMPLETED)).isEqualTo(4);
  }

  /** Nextflow reports the run as over, although one task never ran. */
  @Test
  void read_killedRun_isOver() throws IOException {
    WorkflowRun run = read("runs/nextflow-endings/killed");
    assertThat(run.workflow().activityCount()).isEqualTo(3);
    assertThat(ended(run, EventType.ABORTED)).isEqualTo(2);
    assertThat(run.execution("S (3)").orElseThrow().attempts())
        .allMatch(a -> a.submitted().isPresent() && a.pending().isEmpty() && a.ended().isEmpty());
    assertThat(run.isFinished()).isTrue();
    assertThat(messages(run)).anyMatch(m -> m.startsWith("2 attempts: each was aborted"));
  }

  @Test
  void read_resumedRun_hasCachedTasksWithoutEvents() throws IOException {
    WorkflowRun run = read("runs/nextflow-endings/resumed/trace.txt");
    assertThat(run.workflow().activityCount()).isEqualTo(5);
    assertThat(attempts(run)).isEmpty();
    assertThat(messages(run))
        .anyMatch(m -> m.startsWith("5 tasks: each was taken from an earlier"));
  }

  @Test
  void read_runBeforeResume_joinsTheRetry() throws IOException {
    WorkflowRun run = read("runs/nextflow-endings/resumed/first-trace.txt");
    assertThat(run.workflow().activityCount()).isEqualTo(5);
    assertThat(run.execution("MAKE (3)").orElseThrow().attempts()).hasSize(2);
  }

  @Test
  void read_executionReports_haveEqualIdsOnAllMachines() throws IOException {
    String folder = "nextflow/lotaru-bacass/execution_report_";
    List<String> expected = ids(read(folder + "n1.csv"));
    assertThat(expected).hasSize(110);
    for (String machine : List.of("asok01", "asok02", "c2", "local", "n2", "wallyRedCpu")) {
      WorkflowRun run = read(folder + machine + ".csv");
      assertThat(ids(run)).isEqualTo(expected);
      assertThat(run.executions())
          .allMatch(e -> e.wallclock().isPresent() && e.processor().equals(Optional.of(machine)));
    }
  }

  private static List<String> ids(WorkflowRun run) {
    return run.workflow().activities().stream().map(Activity::id).sorted().toList();
  }
}
