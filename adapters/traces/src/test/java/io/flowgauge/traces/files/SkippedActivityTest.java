package io.flowgauge.traces.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Skipped activities of a branch that was not taken are written, or reported as lost. */
class SkippedActivityTest {
  private static final long TIME = 1_700_000_000_000_000_000L;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"run.json", "run.otlp.json"})
  void write_formatWithEvents_isReadBack(String file) throws IOException {
    Path written = folder.resolve(file);
    assertThat(Flowgauge.write(run(), written)).isEmpty();
    WorkflowRun again = Flowgauge.read(written);
    assertThat(again.execution("branch").orElseThrow().isSkipped()).isTrue();
    assertThat(again.execution("branch").orElseThrow().graph().events())
        .isEqualTo(run().execution("branch").orElseThrow().graph().events());
    assertThat(again.makespan()).isEqualTo(run().makespan());
  }

  @ParameterizedTest
  @ValueSource(strings = {"run.wfformat.json", "run.dot", "run.trace.json"})
  void write_formatWithout_saysSo(String file) throws IOException {
    assertThat(Flowgauge.write(run(), folder.resolve(file)))
        .extracting(Diagnostic::message)
        .anyMatch(
            message -> message.contains("not written") || message.contains("SKIPPED is not drawn"));
  }

  private static WorkflowRun run() {
    RunRecorder recorder = Flowgauge.recorder("conditional");
    recorder.activity(Activity.of("first"));
    recorder.activity(Activity.of("branch"));
    recorder.dependency("first", "branch");
    recorder.record("first", EventType.ACTIVE, TIME, 1);
    recorder.record("first", EventType.COMPLETED, TIME + 10, 1);
    recorder.record("branch", EventType.SKIPPED, TIME + 5, 1);
    return recorder.snapshot();
  }
}
