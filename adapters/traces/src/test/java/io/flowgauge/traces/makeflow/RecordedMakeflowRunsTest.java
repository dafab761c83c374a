package io.flowgauge.traces.makeflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.SharedData;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Diagnostic.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads recorded runs from their folders alone. */
class RecordedMakeflowRunsTest {
  /**
   * Most microseconds between the end of the last activity, which ends the run, and Makeflow's
   * COMPLETED line.
   */
  private static final long CLOSING_MICROS = 100;

  private static WorkflowRun read(String name) throws IOException {
    return Flowgauge.read(SharedData.path("runs/" + name));
  }

  private static Map<String, Long> facts(String name) throws IOException {
    try (Stream<String> lines = Files.lines(SharedData.path("runs/" + name + "/facts.tsv"))) {
      return lines.collect(
          Collectors.toMap(
              line -> line.substring(0, line.indexOf('\t')),
              line -> Long.parseLong(line.substring(line.indexOf('\t') + 1).strip())));
    }
  }

  private static List<Attempt> attempts(WorkflowRun run) {
    return run.executions().stream()
        .map(ActivityExecution::attempts)
        .flatMap(List::stream)
        .toList();
  }

  private static long ended(WorkflowRun run, EventType outcome) {
    return attempts(run).stream().filter(a -> a.outcome().orElseThrow() == outcome).count();
  }

  private static boolean lost(Diagnostic diagnostic) {
    return diagnostic.message().contains("their worker was lost: FAILURE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"povray-makeflow-local", "povray-makeflow-workqueue"})
  void read_recordedRun_agreesWithItsFacts(String name) throws IOException {
    WorkflowRun run = read(name);
    Map<String, Long> facts = facts(name);
    long lost = run.diagnostics().stream().filter(RecordedMakeflowRunsTest::lost).count();
    assertThat(run.workflow().activityCount()).isEqualTo(facts.get("nodes").intValue());
    assertThat(attempts(run).size() - lost).isEqualTo(facts.get("entries_running"));
    assertThat(ended(run, EventType.COMPLETED)).isEqualTo(facts.get("entries_complete"));
    assertThat(ended(run, EventType.FAILED) - lost).isEqualTo(facts.get("entries_failed"));
    assertThat(ended(run, EventType.ABORTED)).isEqualTo(facts.get("entries_aborted"));
    long retries = attempts(run).size() - lost - run.workflow().activityCount();
    assertThat(retries).isEqualTo(facts.get("entries_back_to_waiting"));
    long micros = run.makespan().orElseThrow().toNanos() / 1_000;
    assertThat(facts.get("makespan_microseconds") - micros).isBetween(0L, CLOSING_MICROS);
    assertThat(run.isFinished()).isTrue();
    assertThat(run.diagnostics()).noneMatch(d -> d.severity() == Severity.ERROR);
  }

  @Test
  void read_local_hasMeasurementsOfTheMonitor() throws IOException {
    WorkflowRun run = read("povray-makeflow-local");
    assertThat(run.workflow().dependencyCount()).isEqualTo(26);
    assertThat(run.processors()).containsExactly(Processor.of("vm").withSlots(2));
    assertThat(run.executions()).allMatch(execution -> execution.wallclock().isPresent());
    ActivityExecution first = run.execution("render (0)").orElseThrow();
    assertThat(first.wallclock().orElseThrow().toNanos()).isEqualTo(744_944_000L);
    assertThat(first.activity().attributes())
        .containsEntry("cpu_seconds", "0.108003")
        .containsEntry("exit", "0")
        .containsEntry("native_id", "15310");
  }

  @Test
  void read_workQueue_hasTheKilledWorkerAndTheWaits() throws IOException {
    WorkflowRun run = read("povray-makeflow-workqueue");
    assertThat(run.processors()).hasSize(3).allMatch(worker -> worker.slots() == 1);
    assertThat(run.diagnostics()).filteredOn(RecordedMakeflowRunsTest::lost).hasSize(1);
    List<Attempt> attempts = run.execution("render (12)").orElseThrow().attempts();
    assertThat(attempts).hasSize(2);
    assertThat(attempts.get(0).processor()).contains("127.0.0.1:52588");
    assertThat(attempts.get(0).ended()).hasValue(1_795_173_654_849_053_000L);
    assertThat(attempts.get(1).processor()).isPresent().isNotEqualTo(attempts.get(0).processor());
    // Every dispatch waited in the manager's queue, and both ends of the wait are known.
    assertThat(attempts(run)).allMatch(a -> a.submitted().getAsLong() < a.active().getAsLong());
    assertThat(run.diagnostics()).noneMatch(d -> d.message().contains("the manager counted"));
  }

  @Test
  void read_slurmSample_hasItsRetries() throws IOException {
    WorkflowRun run = read("samples/makeflow-slurm");
    assertThat(attempts(run)).hasSize(11);
    assertThat(ended(run, EventType.FAILED)).isEqualTo(3);
  }
}
