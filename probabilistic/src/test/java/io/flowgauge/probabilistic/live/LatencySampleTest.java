package io.flowgauge.probabilistic.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.prediction.Law;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LatencySampleTest {
  private static Law law(double... seconds) {
    LatencySample sample = new LatencySample();
    for (double each : seconds) {
      sample.add(each, false);
    }
    return sample.law().orElseThrow();
  }

  /** Returns how often the law is a fit, not the sample itself, for 12 values. */
  private static double fitted(ToDoubleFunction<Random> value) {
    Random random = new Random(8);
    int fits = 0;
    for (int k = 0; k < 1000; k++) {
      double[] values =
          IntStream.range(0, 12).mapToDouble(i -> value.applyAsDouble(random)).toArray();
      fits += law(values).text().startsWith("empirical(") ? 0 : 1;
    }
    return fits / 1000.0;
  }

  @Test
  void law_valuesOfOneLaw_isMostlyFitted() {
    assertThat(fitted(random -> Math.exp(random.nextGaussian()))).isGreaterThan(0.98);
    assertThat(fitted(random -> -Math.log(1 - random.nextDouble()))).isGreaterThan(0.98);
    assertThat(fitted(random -> 1 + random.nextDouble())).isGreaterThan(0.98);
  }

  /** By the quantile for laws that were not fitted to the sample, five in six would be. */
  @Test
  void law_valuesInTwoClusters_isTheSample() {
    assertThat(
            fitted(
                random -> (random.nextBoolean() ? 10 : 300) * Math.exp(random.nextGaussian() / 10)))
        .isLessThan(0.4);
  }
}
