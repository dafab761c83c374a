package io.flowgauge.cli.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.sites.SiteTimes;
import io.flowgauge.workflow.Activity;
import org.junit.jupiter.api.Test;

class SiteTimesTest {
  private static void record(RunRecorder run, String id, long active, long completed) {
    run.activity(Activity.of(id, "align"));
    run.assign(id, 1, "s1/n");
    run.record(id, EventType.ACTIVE, active * 1_000_000_000, 1);
    run.record(id, EventType.COMPLETED, completed * 1_000_000_000, 1);
  }

  /** As when the start and the end of a task are recorded on different machines. */
  @Test
  void of_activityWhoseClocksDisagree_takesNothingFromOthers() {
    RunRecorder run = Flowgauge.recorder("run");
    record(run, "a", 10, 30);
    record(run, "b", 25, 20);
    assertThat(SiteTimes.of(run.snapshot()))
        .singleElement()
        .hasToString("s1: 2 activities, 20.0 s");
  }
}
