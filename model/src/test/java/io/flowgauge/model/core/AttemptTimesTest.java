package io.flowgauge.model.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.trace.Times;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Times recorded for one attempt do not show up in another. */
class AttemptTimesTest {
  private static final Phase EARLY = new Phase("stage-in", 1, 2);
  private static final Phase LATE = new Phase("stage-in", 21, 22);

  private final Recorder recorder = new Recorder("run");

  private void attempt(int number, long begin, EventType outcome, long end) {
    recorder.record("a", EventType.ACTIVE, begin, number);
    recorder.record("a", outcome, end, number);
  }

  private ActivityExecution a() {
    return recorder.snapshot().execution(0);
  }

  @Test
  void wallclock_attemptThatFailed_isNotThatOfTheNext() {
    attempt(1, 0, EventType.FAILED, 10);
    recorder.wallclock("a", 1, 9);
    recorder.phase("a", 1, EARLY);
    assertThat(a().wallclock()).contains(Duration.ofNanos(9));
    assertThat(a().phases()).containsExactly(EARLY);
    attempt(2, 20, EventType.COMPLETED, 50);
    assertThat(a().wallclock()).isEmpty();
    assertThat(a().phases()).isEmpty();
    recorder.phase("a", 2, LATE);
    recorder.wallclock("a", 2, 25);
    assertThat(a().wallclock()).contains(Duration.ofNanos(25));
    assertThat(a().phases()).containsExactly(LATE);
    assertThat(recorder.snapshot(Times.instant(15)).execution(0).wallclock())
        .contains(Duration.ofNanos(9));
  }

  @Test
  void wallclock_withAndWithoutAttempt_thatOfTheAttemptCounts() {
    attempt(1, 0, EventType.COMPLETED, 10);
    recorder.wallclock("a", 1, 9);
    recorder.wallclock("a", 7);
    recorder.phase("a", LATE);
    recorder.phase("a", 1, EARLY);
    assertThat(a().wallclock()).contains(Duration.ofNanos(9));
    assertThat(a().phases()).containsExactly(EARLY, LATE);
  }

  @Test
  void wallclock_noEventOfTheActivity_isIts() {
    recorder.wallclock("a", 2, 9);
    assertThat(a().wallclock()).contains(Duration.ofNanos(9));
  }

  @Test
  void wallclock_manyAttempts_areKept() {
    IntStream.rangeClosed(1, 100).forEach(k -> recorder.wallclock("a", k, k));
    attempt(77, 0, EventType.COMPLETED, 100);
    assertThat(a().wallclock()).contains(Duration.ofNanos(77));
  }

  @Test
  void wallclock_unusable_isRejected() {
    recorder.wallclock("a", 0, 1);
    recorder.wallclock("a", 1, -1);
    recorder.wallclock(null, 1, 1);
    recorder.phase("a", 0, EARLY);
    recorder.phase("a", 1, null);
    assertThat(recorder.snapshot().workflow().activityCount()).isZero();
    assertThat(recorder.snapshot().diagnostics())
        .allMatch(d -> d.message().startsWith("not recorded"));
  }
}
