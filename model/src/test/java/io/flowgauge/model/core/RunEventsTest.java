package io.flowgauge.model.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.EventType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunEventsTest {

  @Test
  void graph_eventsOfTwoAttempts_allInOrder() {
    assertRecorded(
        new ActivityEvent("a", EventType.STARTED, 1, 1),
        new ActivityEvent("a", EventType.ACTIVE, 3, 1),
        new ActivityEvent("a", EventType.FAILED, 5, 1),
        new ActivityEvent("a", EventType.STARTED, 6, 2),
        new ActivityEvent("a", EventType.SUBMITTED, 6, 2),
        new ActivityEvent("a", EventType.COMPLETED, 9, 2));
  }

  @Test
  void graph_eventsAgainstTheLifecycle_allInOrderOfTime() {
    assertRecorded(
        new ActivityEvent("a", EventType.COMPLETED, 1, 1),
        new ActivityEvent("a", EventType.ACTIVE, 2, 1),
        new ActivityEvent("a", EventType.STARTED, 3, 1));
  }

  @Test
  void graph_repeatedAndSuspended_noneIsLost() {
    assertRecorded(
        new ActivityEvent("a", EventType.ACTIVE, 1, 1),
        new ActivityEvent("a", EventType.ACTIVE, 2, 1),
        new ActivityEvent("a", EventType.SUSPENDED, 3, 1),
        new ActivityEvent("a", EventType.RESUMED, 4, 1),
        new ActivityEvent("a", EventType.FAILED, 5, 1),
        new ActivityEvent("a", EventType.COMPLETED, 5, 2));
  }

  @Test
  void graph_twoEndsOfOneAttempt_noneIsLost() {
    assertRecorded(
        new ActivityEvent("a", EventType.COMPLETED, 4, 1),
        new ActivityEvent("a", EventType.FAILED, 5, 1));
  }

  /**
   * Records the events backwards, between other activities, and expects them in the given order.
   */
  private static void assertRecorded(ActivityEvent... inOrder) {
    List<ActivityEvent> backwards = new ArrayList<>(List.of(inOrder));
    Collections.reverse(backwards);
    Recorder recorder = new Recorder("run");
    recorder.record("before", EventType.STARTED, 1, 1);
    backwards.forEach(recorder::record);
    recorder.record("after", EventType.SUSPENDED, 1, 1);
    recorder.record("after", EventType.RESUMED, 2, 1);
    assertThat(recorder.snapshot().execution(1).graph().events()).containsExactly(inOrder);
  }
}
