package io.flowgauge.probabilistic.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.prediction.Range;
import io.flowgauge.prediction.RunningNetwork;
import io.flowgauge.workflow.Workflow;
import io.flowgauge.workflow.WorkflowBuilder;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class RunningNetworkTest {
  /** Half-widths of 95 % intervals: a normal estimate is further off about once in 16,000 cases. */
  private static final double HALF_WIDTHS = 2;

  private static final Workflow DIAMOND =
      Flowgauge.workflow("diamond").then("a").then("b", "c").then("d").build();

  private static NetworkPrediction diamond() {
    return Flowgauge.predict(DIAMOND).latency(Law.exponential(100));
  }

  @Test
  void remaining_referenceCases_hold() {
    for (JsonNode each : ReferenceNetworks.read().get("conditioning").get("cases")) {
      double now = each.get("t_now").asDouble();
      Forecast remaining = running(each).remaining(now);
      JsonNode expected = each.get("remaining_time");
      String id = each.get("id").asText();
      near(id, remaining.error().mean(), expected.get("mean").asDouble());
      near(id, remaining.error().sd(), expected.get("sd").asDouble());
      near(id, remaining.error().quantile(0.5), expected.get("q50").asDouble());
      near(id, remaining.error().quantile(0.95), expected.get("q95").asDouble());
    }
  }

  @Test
  void remaining_nothingHasPassed_timesOfZeroCount() {
    Workflow single = Flowgauge.workflow("single").then("a").build();
    NetworkPrediction often = Flowgauge.predict(single).latency(Law.empirical(0, 6));

    for (NetworkPrediction each : List.of(often, often.slots(1))) {
      RunningNetwork run = each.start();
      assertThat(run.remaining(0).mean()).isCloseTo(3, within(0.1));
      assertThat(run.remaining(0).method()).doesNotContain("longer");
      assertThat(run.remaining(1).mean()).isCloseTo(5, within(1e-6));
    }
  }

  private static void near(String name, Range range, double expected) {
    double middle = (range.lower() + range.upper()) / 2;
    assertThat(middle).as(name).isCloseTo(expected, within(HALF_WIDTHS * (range.upper() - middle)));
  }

  /** Recreates a reference case as a network with one chain of activities for each data segment. */
  private static RunningNetwork running(JsonNode of) {
    JsonNode segments = of.get("running");
    int stages = of.get("n_w").asInt();
    WorkflowBuilder workflow = Flowgauge.workflow(of.get("id").asText());
    for (int segment = 0; segment < segments.size(); segment++) {
      for (int stage = 0; stage < stages; stage++) {
        workflow.activities(segment + "." + stage);
        if (stage > 0) {
          workflow.dependency(segment + "." + (stage - 1), segment + "." + stage);
        }
      }
    }
    RunningNetwork run =
        Flowgauge.predict(workflow.build()).latency(ReferenceNetworks.law(of.get("dist"))).start();
    for (int segment = 0; segment < segments.size(); segment++) {
      JsonNode state = segments.get(segment);
      double start = of.get("t_now").asDouble() - state.get("elapsed_in_stage").asDouble();
      for (int stage = 0; stage < state.get("stage").asInt(); stage++) {
        run.finished(segment + "." + stage, start);
      }
    }
    return run;
  }

  @Test
  void remaining_atTheStart_isTheForecast() {
    double whole = diamond().forecast().mean();
    Forecast remaining = diamond().start().remaining(0);
    assertThat(remaining.error().kind()).isEqualTo(ForecastError.Kind.CONFIDENCE_INTERVAL);
    assertThat(remaining.error().level()).hasValue(0.95);
    near("diamond", remaining.error().mean(), whole);
    assertThat(remaining.method()).contains("4 activities left");
  }

  @Test
  void remaining_lastActivity_isItsResidual() {
    RunningNetwork run = Flowgauge.predict(DIAMOND).latency(Law.uniform(50, 100)).start();
    run.finished("a", 60);
    run.finished("b", 130);
    run.finished("c", 150);
    assertThat(run.unfinishedActivities()).isEqualTo(1);
    Forecast remaining = run.remaining(210);
    assertThat(remaining.mean()).isCloseTo(20, Percentage.withPercentage(0.5));
    assertThat(remaining.quantile(0.99)).isBetween(38.0, 40.0);
    assertThat(run.probabilityWithin(230, 210)).isCloseTo(0.5, within(0.02));
    assertThat(run.probabilityWithin(250.1, 210)).isEqualTo(1);
    assertThat(run.probabilityWithin(209, 210)).isZero();
  }

  @Test
  void remaining_farInTheTail_isExponentialStill() {
    RunningNetwork run = diamond().start();
    run.finished("a", 0);
    run.finished("b", 0);
    run.finished("c", 0);
    for (double elapsed : new double[] {1, 300, 3000, 6000, 30_000}) {
      near("after " + elapsed, run.remaining(elapsed).error().mean(), 100);
    }
  }

  @Test
  void remaining_longerThanTheLawAllows_isAboutToEnd() {
    RunningNetwork run = Flowgauge.predict(DIAMOND).latency(Law.uniform(50, 100)).start();
    Forecast remaining = run.remaining(500);
    assertThat(remaining.method()).contains("1 running longer than the law allows");
    assertThat(remaining.mean()).isBetween(150.0, 200.0);
  }

  @Test
  void remaining_runIsOver_isNothing() {
    RunningNetwork run = diamond().start();
    List.of("a", "b", "c", "d").forEach(id -> run.finished(id, 7));
    Forecast remaining = run.remaining(8);
    assertThat(remaining.mean()).isZero();
    assertThat(remaining.quantile(0.5)).isZero();
    assertThat(remaining.error().kind()).isEqualTo(ForecastError.Kind.EXACT_TO);
    assertThat(run.probabilityWithin(8, 8)).isEqualTo(1);
    assertThat(run.unfinishedActivities()).isZero();
  }

  @Test
  void remaining_outOfOrder_isAllowed() {
    RunningNetwork run = Flowgauge.predict(DIAMOND).serviceTime(100).start();
    run.started("d", 10);
    assertThat(run.remaining(20).mean()).isEqualTo(180);
    run.finished("d", 30);
    run.finished("c", 30);
    assertThat(run.remaining(30).mean()).isEqualTo(170);
    run.finished("b", 30);
    assertThat(run.remaining(30).mean()).isEqualTo(70);
  }

  @Test
  void started_again_beginsAnew() {
    RunningNetwork run = Flowgauge.predict(DIAMOND).serviceTime(100).start();
    run.started("a", 50);
    assertThat(run.remaining(60).mean()).isEqualTo(290);
    run.started("a", 70);
    assertThat(run.remaining(70).mean()).isEqualTo(300);
  }

  /** An edge that another path implies still counts when that path is cut. */
  @Test
  void remaining_impliedDependency_isWaitedFor() {
    Workflow triangle =
        Flowgauge.workflow("n")
            .dependency("a", "b")
            .dependency("b", "c")
            .dependency("a", "c")
            .build();
    RunningNetwork run = Flowgauge.predict(triangle).serviceTime(100).start();
    run.finished("b", 10);
    assertThat(run.remaining(10).mean()).isEqualTo(190);
  }

  @Test
  void remaining_mayBeLost_isTheMoreProbablyTheLongerItTakes() {
    Law latency = Law.exponential(100).withOutliers(0.1);
    Workflow single = Flowgauge.workflow("single").then("a").build();
    RunningNetwork run = Flowgauge.predict(single).latency(latency).start();
    double survival = 0.1 + 0.9 * Math.exp(-2);
    Forecast remaining = run.remaining(200);
    assertThat(remaining.mean()).isInfinite();
    assertThat(run.probabilityWithin(1e9, 200)).isCloseTo(1 - 0.1 / survival, within(1e-9));
    assertThat(remaining.quantile(0.9)).isInfinite();
    run.finished("a", 201);
    assertThat(run.remaining(201).mean()).isZero();
  }

  /** A deadline that is met exactly must not be missed because of rounding. */
  @Test
  void probabilityWithin_fixedTimes_isMetExactly() {
    Law law = Law.empirical(70.1);
    RunningNetwork run = Flowgauge.predict(DIAMOND).latency(law).serviceTime(0.7).start();
    run.finished("a", 33.3);
    assertThat(run.probabilityWithin(33.3 + 2 * 70.8, 40.4)).isEqualTo(1);
    assertThat(run.probabilityWithin(33.2 + 2 * 70.8, 40.4)).isZero();
  }

  @Test
  void remaining_sameRun_isTheSame() {
    assertThat(diamond().start().remaining(10).mean())
        .isEqualTo(diamond().start().remaining(10).mean());
  }

  @Test
  void events_bad_areNamed() {
    RunningNetwork run = diamond().start();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> run.finished("x", 1))
        .withMessageContaining("x");
    assertThatIllegalArgumentException().isThrownBy(() -> run.finished("a", Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> run.started("a", -1));
    run.started("b", 5);
    assertThatIllegalArgumentException().isThrownBy(() -> run.finished("b", 4));
    run.finished("a", 10);
    assertThatIllegalStateException().isThrownBy(() -> run.finished("a", 11));
    assertThatIllegalStateException().isThrownBy(() -> run.started("a", 11));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> run.remaining(9))
        .withMessageContaining("10.0");
    assertThatIllegalArgumentException().isThrownBy(() -> run.remaining(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> run.probabilityWithin(Double.NaN, 10));
  }

  @Test
  void start_whatCannotBeFollowed_isRefused() {
    assertThatIllegalStateException().isThrownBy(() -> diamond().dataSegments(2).start());
    assertThatIllegalStateException()
        .isThrownBy(() -> diamond().siteLoad(Law.lognormal(1, 0.1)).start());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> diamond().latency("b", Law.normal(1, 1)).start())
        .withMessageContaining("clippedAtZero");
  }
}
