package io.flowgauge.traces.pegasus;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.SharedData;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Diagnostic.Severity;
import io.flowgauge.workflow.ActivityKind;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reads submit directories of real runs. */
class PublishedSubmitDirectoriesTest {
  private static final long SECOND = 1_000_000_000L;

  private static WorkflowRun read(String name) throws IOException {
    return Flowgauge.read(SharedData.path("pegasus/" + name));
  }

  private static Attempt attempt(WorkflowRun run, String id, int number) {
    return run.execution(id).orElseThrow().attempts().get(number - 1);
  }

  @Test
  void read_success_hasAllItsJobs() throws IOException {
    WorkflowRun run = read("process_wf_success");
    assertThat(run.name()).isEqualTo("process");
    assertThat(run.workflow().activityCount()).isEqualTo(5);
    assertThat(run.workflow().dependencyCount()).isEqualTo(4);
    assertThat(run.startNanos()).hasValue(1_677_911_023 * SECOND);
    assertThat(run.makespan()).contains(Duration.ofSeconds(77));
    assertThat(run.executions())
        .allMatch(e -> e.attempts().size() == 1)
        .allMatch(e -> e.attempts().get(0).outcome().orElseThrow() == EventType.COMPLETED)
        .allMatch(e -> e.wallclock().isPresent());
    ActivityExecution out = run.execution("stage_out_local_local_0_0").orElseThrow();
    assertThat(out.activity().kind()).isEqualTo(ActivityKind.TRANSFER);
    assertThat(out.wallclock()).contains(Duration.ofMillis(2_368));
    assertThat(out.activity().attributes()).containsEntry("cpu_seconds", "0.367");
    assertThat(out.processor()).contains("workflow.isi.edu");
    assertThat(run.diagnostics()).noneMatch(d -> d.severity() == Severity.ERROR);
  }

  @Test
  void read_failure_hasItsRetry() throws IOException {
    WorkflowRun run = read("process_wf_failure");
    assertThat(run.workflow().activityCount()).isEqualTo(5);
    ActivityExecution ls = run.execution("ls_ID0000001").orElseThrow();
    assertThat(ls.activity().type()).isEqualTo("ls");
    assertThat(ls.attempts()).hasSize(2);
    assertThat(ls.attempts()).allMatch(a -> a.outcome().orElseThrow() == EventType.FAILED);
    assertThat(attempt(run, "ls_ID0000001", 1).submitted()).hasValue(1_677_913_809 * SECOND);
    assertThat(attempt(run, "ls_ID0000001", 1).active()).hasValue(1_677_913_859 * SECOND);
    assertThat(attempt(run, "ls_ID0000001", 1).ended()).hasValue(1_677_913_869 * SECOND);
    assertThat(ls.activity().attributes())
        .containsEntry("exit", "2")
        .containsEntry("native_id", "10.0");
    List<String> messages = run.diagnostics().stream().map(Diagnostic::message).toList();
    assertThat(messages)
        .contains("the workflow ended with a failure", "dependencies: 4, as in the plan")
        .contains("jobs that left no event: planned, but not run");
  }
}
