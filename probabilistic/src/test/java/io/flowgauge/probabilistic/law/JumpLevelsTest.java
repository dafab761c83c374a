package io.flowgauge.probabilistic.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.prediction.Law;
import java.util.List;
import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Quantiles looked up among the levels of jumps, against quantiles searched for in time. */
class JumpLevelsTest {
  private static final int STEPS = 200;

  private static Law mixture(List<Double> first, List<Double> second, int weight) {
    return Law.mixture(List.of((double) weight, 3.0), List.of(empirical(first), empirical(second)));
  }

  private static Law empirical(List<Double> values) {
    return Law.empirical(values.stream().mapToDouble(Math::rint).toArray());
  }

  @Property
  void quantile_ofStepwiseMixture_isThatOfTheSearch(
      @ForAll @Size(min = 1, max = 30) List<@DoubleRange(min = 0, max = 50) Double> first,
      @ForAll @Size(min = 1, max = 9) List<@DoubleRange(min = 0, max = 80) Double> second,
      @ForAll @IntRange(min = 1, max = 40) int weight) {
    Law law = mixture(first, second, weight);
    double[] jumps = ((BaseLaw) law).jumps();

    for (double p : probabilities(law)) {
      double[] lower = {empirical(first).quantile(p), empirical(second).quantile(p)};
      if (lower[0] != lower[1]) {
        double from = Math.min(lower[0], lower[1]);
        assertThat(law.quantile(p))
            .isEqualTo(Crossing.ofRising(law::cdf, p, from, law.upper(), jumps));
      }
      double[] upper = {empirical(first).upperQuantile(p), empirical(second).upperQuantile(p)};
      if (upper[0] != upper[1]) {
        double from = Math.min(upper[0], upper[1]);
        assertThat(law.upperQuantile(p))
            .isEqualTo(Crossing.ofFalling(law::survival, p, from, law.upper(), jumps));
      }
    }
  }

  /**
   * Returns evenly spread probabilities, and those at which steps end, where rounding would show.
   */
  private static double[] probabilities(Law law) {
    DoubleStream between = DoubleStream.iterate(0.5, p -> p + 1).limit(STEPS).map(p -> p / STEPS);
    DoubleStream ends =
        DoubleStream.of(((BaseLaw) law).jumps())
            .flatMap(t -> DoubleStream.of(law.cdf(t), law.survival(t)))
            .flatMap(p -> DoubleStream.of(Math.nextDown(p), p, Math.nextUp(p)));
    return DoubleStream.concat(between, ends).filter(p -> p > 0 && p < 1).toArray();
  }
}
