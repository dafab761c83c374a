package io.flowgauge.metrics.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.Quantity.Kind;
import io.flowgauge.comparison.Quantity.Unit;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Times;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValuesWithoutFailuresTest {
  private static final Quantity RESTART = quantity(Kind.OVERHEAD, "", "restart");
  private static final Quantity LOST_WORK = quantity(Kind.METRIC, "", "lost-work");
  private static final Quantity OF_REGION = quantity(Kind.REGION, "sequence of a, b", "restart");

  private static Quantity quantity(Kind kind, String subject, String name) {
    return new Quantity(kind, subject, name, Unit.SECONDS);
  }

  private static RunValues run(int failedSeconds) {
    RunRecorder recorder = Flowgauge.recorder("run");
    recorder.dependency("a", "b");
    int time = record(recorder, "a", EventType.COMPLETED, 1, 0, 10);
    int attempt = 1;
    if (failedSeconds > 0) {
      time = record(recorder, "b", EventType.FAILED, attempt++, time, failedSeconds);
    }
    record(recorder, "b", EventType.COMPLETED, attempt, time, 10);
    return RunValues.of(Flowgauge.report(recorder.snapshot()), List.of());
  }

  private static int record(
      RunRecorder recorder, String activity, EventType end, int attempt, int begin, int seconds) {
    recorder.record(activity, EventType.STARTED, Times.nanos((double) begin), attempt);
    recorder.record(activity, EventType.ACTIVE, Times.nanos((double) begin), attempt);
    recorder.record(activity, end, Times.nanos((double) begin + seconds), attempt);
    return begin + seconds;
  }

  @Test
  void compare_fewRunsWithFailures_countsTheOthersAsZero() {
    RunGroup some = new RunGroup("some failures", List.of(run(0), run(30), run(0)));
    RunGroup none = new RunGroup("no failures", List.of(run(0), run(0)));
    var comparison = Flowgauge.compare(List.of(none, some));
    for (Quantity quantity : List.of(RESTART, LOST_WORK, OF_REGION)) {
      assertThat(comparison.quantity(quantity).orElseThrow().samples())
          .extracting(sample -> sample.orElseThrow().mean())
          .containsExactly(0.0, 10.0);
    }
  }
}
