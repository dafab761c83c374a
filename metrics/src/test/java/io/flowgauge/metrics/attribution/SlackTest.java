package io.flowgauge.metrics.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.PathStep;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import org.junit.jupiter.api.Test;

class SlackTest {
  private final RunRecorder recorder = Flowgauge.recorder("slack");

  private void run(String activity, int begin, int end) {
    recorder.record(activity, EventType.STARTED, Times.nanos((double) begin), 1);
    recorder.record(activity, EventType.COMPLETED, Times.nanos((double) end), 1);
  }

  /** The cached activity has no times, but the last one waited for the first all the same. */
  @Test
  void slack_beforeActivityWithoutTimes_isThatOfWhatFollowsIt() {
    recorder.dependency("first", "cached");
    recorder.dependency("short", "cached");
    recorder.dependency("cached", "last");
    run("first", 0, 10);
    run("short", 0, 3);
    run("last", 12, 20);
    WorkflowRun run = recorder.snapshot();
    Attribution attribution = Flowgauge.report(run).attribution();
    assertThat(attribution.criticalPath())
        .extracting(PathStep::activity)
        .containsExactly("first", "last");
    assertThat(attribution.slackNanos(run.workflow().indexOf("first"))).hasValue(0);
    assertThat(attribution.slackNanos(run.workflow().indexOf("short"))).hasValue(Times.nanos(7.0));
    assertThat(attribution.slackNanos(run.workflow().indexOf("last"))).hasValue(0);
    assertThat(attribution.slackNanos(run.workflow().indexOf("cached"))).isEmpty();
  }
}
