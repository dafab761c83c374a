package io.flowgauge.probabilistic.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.Resubmission;
import io.flowgauge.prediction.RunningChain;
import io.flowgauge.workflow.Workflow;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A law implemented by a caller gives the same results as the equal law of a factory method. */
class OwnLawTest {
  private static final double RELATIVE = 1e-6;

  /** An exponential law that may also claim, wrongly, to have atoms or lost jobs. */
  private record Mine(double mean, boolean hasAtoms, double lostFraction) implements Law {
    @Override
    public double sd() {
      return mean;
    }

    @Override
    public double cdf(double t) {
      return t <= 0 ? 0 : -Math.expm1(-t / mean);
    }

    @Override
    public double survival(double t) {
      return t <= 0 ? 1 : Math.exp(-t / mean);
    }

    @Override
    public double logCdf(double t) {
      return Math.log(cdf(t));
    }

    @Override
    public double quantile(double p) {
      return -mean * Math.log1p(-p);
    }

    @Override
    public double upperQuantile(double q) {
      return -mean * Math.log(q);
    }

    @Override
    public double lower() {
      return 0;
    }

    @Override
    public double upper() {
      return Double.POSITIVE_INFINITY;
    }

    @Override
    public String text() {
      return "mine(mean=" + mean + ")";
    }

    @Override
    public String toString() {
      return text();
    }
  }

  private static final Law MINE = new Mine(300, false, 0);
  private static final Law SAME = Law.exponential(300);

  private static void assertEqual(Function<Law, Double> answer) {
    double expected = answer.apply(SAME);
    assertThat(answer.apply(MINE)).isCloseTo(expected, within(RELATIVE * expected));
  }

  @Test
  void ownLaw_whereverLawsAreTaken_countsLikeAnyOther() {
    Workflow workflow = Flowgauge.workflow("w").then("a").then("b", "c").then("d").build();
    for (Mode mode : Mode.values()) {
      assertEqual(
          law -> Flowgauge.predict().services(3, law).mode(mode).dataSegments(9).forecast().mean());
      assertEqual(law -> Flowgauge.predict().service(5, law).mode(mode).forecast().quantile(0.95));
      assertEqual(law -> RunningChain.of(mode, 5, List.of(law, law)).remaining(0).mean());
    }
    assertEqual(
        law ->
            Flowgauge.predict()
                .services(2, Law.lognormal(300, 300))
                .siteLoad(Law.shifted(1, law))
                .forecast()
                .mean());
    assertEqual(
        law -> Flowgauge.predict(workflow).latency(law).latency("b", law).forecast().mean());
    assertEqual(law -> Flowgauge.predict(workflow).latency(law).start().remaining(0).mean());
    assertEqual(law -> Resubmission.of(law).cost(10).timeout(400).mean());
  }

  @Test
  void ownLaw_insideOthers_countsLikeAnyOther() {
    assertEqual(law -> law.scaledBy(2).mean());
    assertEqual(law -> law.maximumOf(3).quantile(0.5));
    assertEqual(law -> law.withOutliers(0.1).quantile(0.5));
    assertEqual(law -> Law.mixture(List.of(1.0, 2.0), List.of(law, Law.constant(7))).mean());
    assertThat(Law.shifted(5, MINE).text()).isEqualTo("shifted(shift=5, base=mine(mean=300.0))");
    assertThat(Law.shifted(5, MINE)).isEqualTo(Law.shifted(5, new Mine(300, false, 0)));
  }

  @Test
  void ownLaw_withAtomsOrLostJobs_isRefused() {
    for (Law law : List.of(new Mine(300, true, 0), new Mine(300, false, 0.1))) {
      assertThatThrownBy(() -> Flowgauge.predict().services(3, law))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("must be smooth and lose no jobs")
          .hasMessageContaining("mine(mean=300.0)");
      assertThatThrownBy(() -> law.scaledBy(2)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
