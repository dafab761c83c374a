package io.flowgauge.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitsTest {
  private static final String POOL = "assumed to share a pool of ";

  private static List<String> remarks(EventType first) {
    RunRecorder recorder = Flowgauge.recorder("run");
    recorder.record("a", first, 0, 1);
    recorder.record("a", EventType.COMPLETED, 10, 1);
    return Flowgauge.report(recorder.snapshot()).diagnostics().stream()
        .map(Diagnostic::message)
        .toList();
  }

  @Test
  void diagnostics_neverActive_assumeNoPoolOfSlots() {
    assertThat(remarks(EventType.ACTIVE)).anyMatch(text -> text.contains(POOL + "1 slot,"));
    assertThat(remarks(EventType.SUBMITTED)).noneMatch(text -> text.contains(POOL));
  }
}
