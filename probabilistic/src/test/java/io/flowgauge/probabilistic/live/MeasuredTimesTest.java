package io.flowgauge.probabilistic.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.MeasuredTimes;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasuredTimesTest {
  private static final double TOLERANCE = 1e-9;

  private final RunRecorder recorder = Flowgauge.recorder("run");

  private void activity(String id) {
    recorder.activity(Activity.of(id, "type", ActivityKind.COMPUTE));
  }

  private void event(String id, EventType type, double seconds, int attempt) {
    recorder.record(id, type, Times.nanos(seconds), attempt);
  }

  /**
   * Records a run whose second activity becomes ready at the end of a, and spends 2 s in enactment,
   * 3 s in the queue, 10 s in the application and 1 s in polling.
   */
  private WorkflowRun run() {
    activity("a");
    event("a", EventType.STARTED, 0, 1);
    event("a", EventType.ACTIVE, 4, 1);
    event("a", EventType.COMPLETED, 10, 1);
    activity("b");
    event("b", EventType.STARTED, 12, 1);
    event("b", EventType.ACTIVE, 15, 1);
    event("b", EventType.COMPLETED, 26, 1);
    recorder.wallclock("b", Times.saturatedNanos(Duration.ofSeconds(10)));
    recorder.dependency("a", "b");
    return recorder.snapshot();
  }

  @Test
  void latencySeconds_chain_isAllButTheApplication() {
    MeasuredTimes times = MeasuredTimes.of(run());

    assertThat(times.latencySeconds()).containsExactly(4.0, 6.0);
    assertThat(times.onSlots().latencySeconds()).containsExactly(4.0, 6.0);
    assertThat(times.serviceSeconds("type")).hasValue(8);
    assertThat(times.serviceSeconds("other")).isEmpty();
    assertThat(times.latency()).contains(Law.empirical(4, 6));
  }

  @Test
  void predict_nothingCompleted_isRefusedUnlessTimesAreGiven() {
    activity("a");
    event("a", EventType.ACTIVE, 0, 1);
    event("a", EventType.FAILED, 5, 1);
    WorkflowRun run = recorder.snapshot();
    MeasuredTimes times = MeasuredTimes.of(run);

    assertThatThrownBy(() -> times.predict(run.workflow()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("activity a must have measured times");
    assertThatThrownBy(() -> times.remaining(run)).isInstanceOf(IllegalArgumentException.class);
    assertThat(times.withServiceTime(7).predict(run.workflow()).forecast().mean()).isEqualTo(7);
  }

  /** Fits are slow and a prediction asks for them repeatedly, so they are kept. */
  @Test
  void latency_askedAgain_isTheSameObject() {
    MeasuredTimes times = MeasuredTimes.of(run());

    assertThat(times.latency().orElseThrow()).isSameAs(times.latency().orElseThrow());
    assertThat(times.latencyFit().orElseThrow()).isSameAs(times.latencyFit().orElseThrow());
    assertThat(times.latency("type").orElseThrow()).isSameAs(times.latency().orElseThrow());
  }

  @Test
  void latencySeconds_failedAttempts_areLatency() {
    activity("a");
    event("a", EventType.STARTED, 0, 1);
    event("a", EventType.ACTIVE, 1, 1);
    event("a", EventType.FAILED, 5, 1);
    event("a", EventType.STARTED, 6, 2);
    event("a", EventType.ACTIVE, 8, 2);
    event("a", EventType.COMPLETED, 18, 2);
    MeasuredTimes times = MeasuredTimes.of(recorder.snapshot());

    assertThat(times.latencySeconds()).containsExactly(8.0);
    assertThat(times.serviceSeconds("type")).hasValue(10);
    assertThat(times.onSlots().latencySeconds()).containsExactly(8.0);
  }

  /** Traces with whole seconds have attempts that end when they begin. */
  @Test
  void slots_attemptsThatEndAsTheyBegin_isOne() {
    activity("a");
    event("a", EventType.STARTED, 0, 1);
    event("a", EventType.ACTIVE, 1, 1);
    event("a", EventType.COMPLETED, 1, 1);
    WorkflowRun run = recorder.snapshot();
    MeasuredTimes times = MeasuredTimes.of(run);

    assertThat(times.slots()).hasValue(1);
    assertThat(times.serviceSeconds("type")).hasValue(0);
    assertThat(times.predict(run.workflow()).forecast().mean()).isEqualTo(1, within(TOLERANCE));
  }

  @Test
  void latencySeconds_longerServiceThanTime_countsAsZero() {
    activity("a");
    event("a", EventType.STARTED, 0, 1);
    event("a", EventType.COMPLETED, 5, 1);
    recorder.wallclock("a", Times.nanos(6.0));
    activity("b");
    event("b", EventType.COMPLETED, 9, 1);
    MeasuredTimes times = MeasuredTimes.of(recorder.snapshot());

    assertThat(times.latencySeconds()).containsExactly(0.0);
    assertThat(times.negative()).isEqualTo(1);
    assertThat(times.unmeasured()).isEqualTo(1);
  }

  @Test
  void latency_manySamples_isFitted() {
    WorkflowRun first = run();
    for (int k = 0; k < 40; k++) {
      double latency = Law.lognormal(30, 20).quantile((k + 0.5) / 40);
      activity("c" + k);
      event("c" + k, EventType.STARTED, 30, 1);
      event("c" + k, EventType.ACTIVE, 30 + latency, 1);
      event("c" + k, EventType.COMPLETED, 31 + latency, 1);
      recorder.dependency("b", "c" + k);
    }
    MeasuredTimes times = MeasuredTimes.of(recorder.snapshot(), first);

    assertThat(times.latencySeconds()).hasSize(44);
    assertThat(times.latencyFit()).isPresent();
    assertThat(times.latency().orElseThrow().text()).doesNotStartWith("empirical");
  }

  @Test
  void predict_sameRun_hasItsTimes() {
    WorkflowRun run = run();
    var forecast = MeasuredTimes.of(run).predict(run.workflow()).forecast();

    assertThat(forecast.mean()).isCloseTo(16 + 2 * 5, within(1e-3 * 26));
    assertThat(forecast.quantile(0.99)).isCloseTo(28, within(0.01));
  }

  @Test
  void remaining_runningActivity_isConditional() {
    WorkflowRun known = run();
    RunRecorder other = Flowgauge.recorder("other");
    for (String id : List.of("a", "b", "c")) {
      other.activity(Activity.of(id, "type", ActivityKind.COMPUTE));
    }
    other.dependency("a", "b");
    other.dependency("b", "c");
    other.record("a", EventType.STARTED, 0, 1);
    other.record("a", EventType.COMPLETED, Times.nanos(10.0), 1);
    other.record("b", EventType.STARTED, Times.nanos(25.0), 1);
    var forecast = MeasuredTimes.of(known).remaining(other.snapshot()).forecast();

    // b: 10 s of its own and 4 or 6 s of latency, of which 15 s have passed: 1 s is left. c: 10 or
    // 16 s, like a and b.
    assertThat(forecast.mean()).isCloseTo(1 + 13, within(1e-6));
    assertThat(forecast.quantile(0.99)).isCloseTo(17, within(0.01));
  }

  @Test
  void remaining_nothingHasPassed_timesOfZeroCount() {
    RunRecorder other = Flowgauge.recorder("other");
    other.dependency("a", "b");
    other.record("a", EventType.STARTED, 0, 1);
    other.record("a", EventType.COMPLETED, Times.nanos(10.0), 1);
    var times = MeasuredTimes.of(run()).withDurations(Map.of("b", Law.empirical(0, 6)));

    assertThat(times.remaining(other.snapshot()).forecast().mean()).isCloseTo(3, within(1e-6));
  }

  @Test
  void remaining_skippedActivities_takeNoTime() {
    WorkflowRun known = run();
    RunRecorder other = Flowgauge.recorder("other");
    for (String id : List.of("a", "b", "other branch", "c")) {
      other.activity(Activity.of(id, "type", ActivityKind.COMPUTE));
    }
    other.dependency("a", "b");
    other.dependency("a", "other branch");
    other.dependency("b", "c");
    other.dependency("other branch", "c");
    other.record("a", EventType.STARTED, 0, 1);
    other.record("a", EventType.COMPLETED, Times.nanos(10.0), 1);
    other.record("b", EventType.SKIPPED, Times.nanos(10.0), 1);
    other.record("other branch", EventType.STARTED, Times.nanos(10.0), 1);
    other.record("other branch", EventType.COMPLETED, Times.nanos(30.0), 1);
    var rest = MeasuredTimes.of(known).remaining(other.snapshot(Times.instant(Times.nanos(31.0))));

    // c alone: 10 or 16 s, like a and b; 1 s of it has passed.
    assertThat(rest.forecast().mean()).isCloseTo(13 - 1, within(1e-6));
  }

  @Test
  void remaining_finishedRun_isRefused() {
    WorkflowRun run = run();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> MeasuredTimes.of(run).remaining(run))
        .withMessageContaining("every activity of the run has completed");
    assertThat(MeasuredTimes.of(run).latencySeconds().get(0)).isCloseTo(4, within(TOLERANCE));
  }

  @Test
  void remaining_runThatEndedAfterAFailure_isRefused() {
    RunRecorder failing = Flowgauge.recorder("failing");
    failing.dependency("a", "b");
    failing.record("a", EventType.ACTIVE, 0, 1);
    failing.record("a", EventType.FAILED, Times.nanos(10.0), 1);
    WorkflowRun going = failing.snapshot();
    failing.end(Times.nanos(11.0));
    WorkflowRun ended = failing.snapshot();
    MeasuredTimes times = MeasuredTimes.of(run());

    assertThat(times.remaining(going).forecast().mean()).isPositive();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> times.remaining(ended))
        .withMessageContaining("the run has ended");
  }

  /** Records activities of 10 s that are all ready at 0 and take turns on two slots. */
  private WorkflowRun onTwoSlots(int count) {
    for (int k = 0; k < count; k++) {
      double begin = 1 + k / 2 * 11;
      activity("s" + k);
      event("s" + k, EventType.STARTED, 0, 1);
      event("s" + k, EventType.ACTIVE, begin, 1);
      event("s" + k, EventType.COMPLETED, begin + 10, 1);
    }
    return recorder.snapshot();
  }

  @Test
  void onSlots_activitiesOneAfterAnother_haveNoWaitingInTheirLatency() {
    WorkflowRun run = onTwoSlots(8);
    MeasuredTimes times = MeasuredTimes.of(run);
    MeasuredTimes onSlots = times.onSlots();

    assertThat(times.slots()).hasValue(2);
    assertThat(times.waitingForSlots()).isGreaterThan(0.9);
    assertThat(times.areOnSlots()).isFalse();
    assertThat(times.asItRan().areOnSlots()).isTrue();
    assertThat(times.latencySeconds()).containsExactly(1., 1., 12., 12., 23., 23., 34., 34.);
    assertThat(onSlots.latencySeconds()).containsOnly(1.0).hasSize(8);
    assertThat(onSlots.predict(run.workflow()).forecast().mean()).isCloseTo(44, within(1e-6));
    assertThat(onSlots.predict(run.workflow()).slots(4).forecast().mean())
        .isCloseTo(22, within(1e-6));
  }

  @Test
  void asItRan_independentLatencies_areNoSlots() {
    Law law = Law.lognormal(300, 300);
    for (int k = 0; k < 126; k++) {
      double begin = law.quantile((k + 0.5) / 126);
      activity("g" + k);
      event("g" + k, EventType.STARTED, 0, 1);
      event("g" + k, EventType.ACTIVE, begin, 1);
      event("g" + k, EventType.COMPLETED, begin + 600, 1);
    }
    MeasuredTimes times = MeasuredTimes.of(recorder.snapshot());

    assertThat(times.waitingForSlots()).isLessThan(0.5);
    assertThat(times.asItRan().areOnSlots()).isFalse();
    assertThat(times.latency().orElseThrow().mean()).isCloseTo(300, within(15.0));
  }

  @Test
  void slots_noTimesOfActivity_areUnknown() {
    activity("a");
    event("a", EventType.COMPLETED, 5, 1);
    MeasuredTimes times = MeasuredTimes.of(recorder.snapshot());

    assertThat(times.slots()).isEmpty();
    assertThat(times.waitingForSlots()).isZero();
    assertThat(times.asItRan().areOnSlots()).isFalse();
    assertThat(times.latency()).isEmpty();
    assertThat(times.onSlots().latency()).isEmpty();
  }

  @Test
  void latency_activitiesTriedAgain_areMixedInAsTheyAre() {
    for (int k = 0; k < 40; k++) {
      double latency = Law.lognormal(30, 10).quantile((k + 0.5) / 40);
      activity("c" + k);
      event("c" + k, EventType.ACTIVE, k % 20 == 0 ? 1 : latency, 1);
      if (k % 20 == 0) {
        event("c" + k, EventType.FAILED, 2, 1);
        event("c" + k, EventType.ACTIVE, 500, 2);
      }
      event("c" + k, EventType.COMPLETED, k % 20 == 0 ? 501 : latency + 1, k % 20 == 0 ? 2 : 1);
    }
    recorder.start(0);
    Law law = MeasuredTimes.of(recorder.snapshot()).latency().orElseThrow();

    assertThat(law.survival(450)).isCloseTo(2 / 40.0, within(1e-6));
    assertThat(law.quantile(0.5)).isBetween(25.0, 30.0);
  }

  @Test
  void latency_typesThatDiffer_haveLawsOfTheirOwn() {
    for (int k = 0; k < 20; k++) {
      for (String type : List.of("short", "long")) {
        recorder.activity(Activity.of(type + k, type, ActivityKind.COMPUTE));
        event(type + k, EventType.ACTIVE, (type.equals("long") ? 100 : 1) + k, 1);
        event(type + k, EventType.COMPLETED, 200, 1);
      }
    }
    recorder.activity(Activity.of("rare", "rare", ActivityKind.COMPUTE));
    event("rare", EventType.ACTIVE, 5, 1);
    event("rare", EventType.COMPLETED, 200, 1);
    recorder.start(0);
    MeasuredTimes times = MeasuredTimes.of(recorder.snapshot());

    assertThat(times.latency("short").orElseThrow().upper()).isLessThan(60);
    assertThat(times.latency("long").orElseThrow().mean()).isCloseTo(109.5, within(1.0));
    assertThat(times.latency("rare")).isEqualTo(times.latency());
    assertThat(times.withLatency(Law.constant(3)).latency("long")).contains(Law.constant(3));
  }

  @Test
  void latency_allZero_isZero() {
    for (int k = 0; k < 10; k++) {
      activity("z" + k);
      event("z" + k, EventType.ACTIVE, 0, 1);
      event("z" + k, EventType.COMPLETED, 5, 1);
    }
    WorkflowRun run = recorder.snapshot();
    MeasuredTimes times = MeasuredTimes.of(run);

    assertThat(times.latencyFit()).isEmpty();
    assertThat(times.latency().orElseThrow().mean()).isZero();
    assertThat(times.predict(run.workflow()).forecast().mean()).isCloseTo(5, within(TOLERANCE));
  }

  @Test
  void latencySeconds_submittedBeforeItsDependencies_countsFromThese() {
    activity("a");
    event("a", EventType.ACTIVE, 0, 1);
    event("a", EventType.COMPLETED, 100, 1);
    activity("b");
    event("b", EventType.SUBMITTED, 1, 1);
    event("b", EventType.ACTIVE, 103, 1);
    event("b", EventType.COMPLETED, 113, 1);
    recorder.dependency("a", "b");

    assertThat(MeasuredTimes.of(recorder.snapshot()).latencySeconds()).containsExactly(0.0, 3.0);
  }

  @Test
  void latencySeconds_activeBeforeItsDependencies_isNotNegative() {
    activity("a");
    event("a", EventType.ACTIVE, 0, 1);
    event("a", EventType.COMPLETED, 100, 1);
    activity("b");
    event("b", EventType.ACTIVE, 97, 1);
    event("b", EventType.COMPLETED, 110, 1);
    recorder.dependency("a", "b");
    MeasuredTimes times = MeasuredTimes.of(recorder.snapshot());

    assertThat(times.latencySeconds()).containsExactly(0.0, 0.0);
    assertThat(times.onSlots().latencySeconds()).containsExactly(0.0, 0.0);
  }

  @Test
  void predict_typeNeverMeasured_takesWhatAllTook() {
    WorkflowRun run = run();
    var other = Flowgauge.workflow("other").activities("x").build();

    assertThat(MeasuredTimes.of(run).predict(other).forecast().mean())
        .isCloseTo(13, within(1e-6)); // 10 or 16 s
    assertThat(
            MeasuredTimes.of(run)
                .withServiceTime(2)
                .withLatency(Law.constant(3))
                .predict(other)
                .forecast()
                .mean())
        .isCloseTo(5, within(1e-6));
  }

  @Test
  void withDurations_givenActivity_takesItsLaw() {
    WorkflowRun run = run();
    MeasuredTimes times = MeasuredTimes.of(run).withDurations(Map.of("a", Law.exponential(7)));

    assertThat(times.predict(run.workflow()).forecast().mean()).isCloseTo(7 + 15, within(0.1));
    assertThat(times.withoutVariability().predict(run.workflow()).forecast().sd()).isZero();
  }

  @Test
  void withServiceTime_noTime_isRefused() {
    MeasuredTimes times = MeasuredTimes.of(run());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> times.withServiceTime(Double.NaN))
        .withMessageContaining("service time");
    assertThatIllegalArgumentException().isThrownBy(() -> times.withServiceTime(-1));
  }

  @Test
  void remaining_onSlots_keepsThoseThatRun() {
    MeasuredTimes known = MeasuredTimes.of(onTwoSlots(8)).onSlots();
    RunRecorder half = Flowgauge.recorder("half");
    for (int k = 0; k < 8; k++) {
      half.activity(Activity.of("s" + k, "type", ActivityKind.COMPUTE));
    }
    for (String id : List.of("s6", "s7")) {
      half.record(id, EventType.STARTED, 0, 1);
      half.record(id, EventType.ACTIVE, Times.nanos(1.0), 1);
    }
    half.record("s0", EventType.STARTED, Times.nanos(5.0), 1);

    // Two activities have 6 of 11 s left, then six follow that take 11 s each.
    assertThat(known.remaining(half.snapshot()).forecast().mean())
        .isCloseTo(6 + 3 * 11, within(1e-6));
  }

  @Test
  void anyCall_null_isNamed() {
    MeasuredTimes times = MeasuredTimes.of(Flowgauge.recorder("run").snapshot());
    assertThatThrownBy(() -> times.withDurations(null)).hasMessage("durations");
    assertThatThrownBy(() -> times.remaining(null)).hasMessage("run");
  }
}
