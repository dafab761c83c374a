package io.flowgauge.traces.makeflow;

import static io.flowgauge.traces.RunMessages.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.HostileInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkQueueReaderTest {
  @TempDir Path folder;

  private WorkflowRun read(String... lines) throws IOException {
    Path file = folder.resolve("transactions");
    Files.writeString(file, String.join("\n", lines) + "\n");
    return Flowgauge.read(file);
  }

  private static List<EventType> outcomes(ActivityExecution execution) {
    return execution.attempts().stream().map(a -> a.outcome().orElseThrow()).toList();
  }

  @Test
  void read_withoutMakeflow_hasTasksAndNoDependencies() throws IOException {
    Path sample = HostileInput.sample(WorkQueueReaderTest.class, "workqueue");
    Files.copy(sample.resolve("pair.wqlog.tr"), folder.resolve("pair.wqlog.tr"));
    WorkflowRun run = Flowgauge.read(folder);
    assertThat(run.workflow().activityCount()).isEqualTo(3);
    assertThat(run.workflow().dependencyCount()).isZero();
    assertThat(outcomes(run.execution("first (1)").orElseThrow()))
        .containsExactly(EventType.FAILED, EventType.COMPLETED);
    assertThat(outcomes(run.execution("second (2)").orElseThrow()))
        .containsExactly(EventType.FAILED);
    assertThat(run.startNanos()).hasValue(1_700_000_000_050_000_000L);
  }

  @Test
  void read_taskVine_hasWorkersByIdAndMeasuredTimes() throws IOException {
    WorkflowRun run =
        read(
            "1700000000000000 9 MANAGER 9 START 0",
            "1700000000100000 9 WORKER worker-1 CONNECTION 10.0.0.9:5000",
            "1700000000110000 9 WORKER worker-1 RESOURCES {\"cores\":[8,\"cores\"]}",
            "1700000000200000 9 TASK 1 WAITING default FIRST_RESOURCES 1 {}",
            "1700000000300000 9 TASK 1 RUNNING worker-1 FIRST_RESOURCES {\"cores\":[8,\"cores\"],"
                + "\"time_commit_start\":[1700000000.25,\"s\"]}",
            "1700000002000000 9 TASK 1 WAITING_RETRIEVAL worker-1",
            "1700000002100000 9 TASK 1 RETRIEVED SUCCESS 0 {} {\"time_worker_end\":"
                + "[1700000001.9,\"s\"],\"time_worker_start\":[1700000000.4,\"s\"]}",
            "1700000002200000 9 TASK 1 DONE SUCCESS 0",
            "1700000003000000 9 TASK 2 WAITING default FIRST_RESOURCES 1 {}",
            "1700000004000000 9 TASK 2 CANCELED",
            "1700000005000000 9 MANAGER 9 END 5000000");
    ActivityExecution task = run.execution("default (1)").orElseThrow();
    assertThat(task.processor()).contains("10.0.0.9:5000");
    assertThat(task.wallclock()).contains(Duration.ofMillis(1500));
    assertThat(run.processors()).containsExactly(Processor.of("10.0.0.9:5000"));
    Attempt canceled = run.execution("default (2)").orElseThrow().attempts().get(0);
    assertThat(canceled.outcome()).contains(EventType.ABORTED);
    assertThat(canceled.active()).isEmpty();
  }

  @Test
  void read_managerStartedAgain_keepsTasksOfOneNumberApart() throws IOException {
    WorkflowRun run =
        read(
            "1700000000000000 9 MANAGER START",
            "1700000000200000 9 TASK 1 WAITING c FIRST_RESOURCES {}",
            "1700000010000000 10 MANAGER START",
            "1700000010200000 10 TASK 1 WAITING c FIRST_RESOURCES {}");
    assertThat(run.workflow().activities())
        .extracting(activity -> activity.id())
        .containsExactly("c (start 1, 1)", "c (start 2, 1)");
    assertThat(messages(run))
        .contains("the manager was started 2 times: the run is measured over all of them");
  }

  @Test
  void read_malformedLines_areLeftOutWithTheirNumber() throws IOException {
    WorkflowRun run =
        read(
            "1700000000200000 9 TASK 1 WAITING c FIRST_RESOURCES {}",
            "soon 9 TASK 1 RUNNING w",
            "1700000000300000 9 TASK one RUNNING w",
            "1700000000300000 9 TRANSFER INPUT 1 0 1.0 99999999999.0 a",
            "1700000000300000 9 HOLIDAY");
    assertThat(run.diagnostics())
        .extracting(Diagnostic::toString)
        .contains(
            "error: line 2: lines that are not transactions, left out",
            "error: line 3: transactions of tasks without their number, left out",
            "error: line 4: transfers without a readable task or time, left out",
            "info: line 5: HOLIDAY: transactions of unknown kinds, left out");
  }

  @Test
  void read_noTask_refusedInOneLine() {
    assertThatThrownBy(() -> read("1700000000000000 9 MANAGER START"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("found no task, expected transactions of tasks");
  }
}
