package io.flowgauge.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.history.History;
import io.flowgauge.history.LearnedPrediction;
import io.flowgauge.run.EventType;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Activity;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Activities that run one after another on a host where other programs come and go. */
class HostSlowdownTest {
  private static final Instant BEGIN = Instant.parse("2026-11-20T10:00:00Z");
  private static final int ACTIVITIES = 300;
  private static final int TYPES = 6;
  private static final int STEP = 5;
  private static final int FIRST_JUDGED = 200;
  private static final double NOISE = 0.05;

  /** Summed errors of forecasts of the next activity, in seconds. */
  private static final class Errors {
    private double with;
    private double without;
    private double last;
    private int used;

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "with %.1f s, without %.1f s, last duration %.1f s, used %d times",
          with,
          without,
          last,
          used);
    }
  }

  private static void record(RunRecorder into, String id, EventType type, double second) {
    into.record(id, type, BEGIN.plusNanos((long) (second * 1e9)), 1);
  }

  private static HostLoad runnable(int second, double threads) {
    long begin = BEGIN.getEpochSecond() * 1_000_000_000L + second * 1_000_000_000L;
    return HostLoad.of("host", "runnable", "threads", begin, begin + 1_000_000_000L, threads);
  }

  /**
   * Runs activities of types that take 5 to 30 s, multiplied by a slowdown that depends on the
   * number of other threads, which is 0 or 3 for about two minutes each.
   */
  private static Errors run(long seed, DoubleUnaryOperator slowdown) {
    Random random = new Random(seed);
    RunRecorder recorder = Flowgauge.recorder("sweep");
    recorder.processor(Processor.of("host"));
    Errors errors = new Errors();
    int second = 0;
    double others = 0;
    double[] last = new double[TYPES];
    for (int k = 0; k < ACTIVITIES; k++) {
      String id = "a" + k;
      recorder.activity(Activity.of(id, "t" + k % TYPES));
      WorkflowRun before = recorder.snapshot();
      double begin = second;
      recorder.assign(id, 1, "host");
      record(recorder, id, EventType.ACTIVE, begin);
      double work = 5 * (1 + k % TYPES) * Math.exp(NOISE * random.nextGaussian());
      while (work > 0) {
        others = random.nextInt(120) == 0 ? 3 - others : others;
        work -= 1 / slowdown.applyAsDouble(others);
        recorder.hostLoad(runnable(second, 1 + others));
        second++;
      }
      record(recorder, id, EventType.COMPLETED, second);
      if (k >= FIRST_JUDGED && k % STEP == 0) {
        judge(errors, before, id, second - begin, last[k % TYPES]);
      }
      last[k % TYPES] = second - begin;
    }
    return errors;
  }

  private static void judge(
      Errors errors, WorkflowRun before, String id, double seconds, double last) {
    LearnedPrediction usual =
        Flowgauge.predict(before.workflow()).from(History.of(before)).machine("host");
    Map<String, Double> factors = HostSlowdown.of(before);
    LearnedPrediction slowed = usual;
    if (factors.containsKey("host")) {
      slowed = usual.slowdown("host", factors.get("host"));
      errors.used++;
    }
    errors.with += Math.abs(slowed.activity(id).quantile(0.5) - seconds);
    errors.without += Math.abs(usual.activity(id).quantile(0.5) - seconds);
    errors.last += Math.abs(last - seconds);
  }

  @Test
  void of_loadThatSlowsDown_bringsForecastsNearerThanTheLastDuration() {
    Errors all = new Errors();
    for (long seed = 1; seed <= 3; seed++) {
      Errors errors = run(seed, others -> 1 + others);
      all.with += errors.with;
      all.without += errors.without;
      all.last += errors.last;
      all.used += errors.used;
    }
    assertThat(all.used).as(all.toString()).isPositive();
    assertThat(all.with).as(all.toString()).isLessThan(0.8 * all.without).isLessThan(all.last);
  }

  @Test
  void of_loadThatDoesNotMatter_changesNothingMuch() {
    Errors errors = run(4, others -> 1);

    assertThat(errors.with).as(errors.toString()).isLessThan(1.02 * errors.without);
  }

  @Test
  void of_runWithoutLoadsOrActivities_isEmpty() {
    RunRecorder recorder = Flowgauge.recorder("w");
    recorder.activity(Activity.of("a", "align"));
    record(recorder, "a", EventType.ACTIVE, 0);
    record(recorder, "a", EventType.COMPLETED, 1);
    assertThat(HostSlowdown.of(recorder.snapshot())).isEmpty();

    RunRecorder idle = Flowgauge.recorder("w");
    idle.hostLoad(runnable(0, 2));
    assertThat(HostSlowdown.of(idle.snapshot())).isEmpty();
  }
}
