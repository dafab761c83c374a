package io.flowgauge.learning.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceQuantilesTest {
  private static final ServiceQuantiles PLAIN = ServiceQuantiles.plain();

  private static ServiceEstimate estimate(double mean, double scale) {
    double part = scale * scale / 4;
    return new ServiceEstimate(mean, part, part, part, part);
  }

  @Property
  void quantile_anyProbability_isStudents(@ForAll @IntRange(min = 1, max = 999_999) int millionth) {
    double probability = millionth / 1e6;
    assertThat(Student.quantile(probability))
        .isCloseTo(TDistribution.of(4).inverseCumulativeProbability(probability), within(1e-6));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.3, 0.5, 0.7, 0.95})
  void seconds_inside_isStudentsInTheLogarithm(double probability) {
    double t = TDistribution.of(4).inverseCumulativeProbability(probability);
    assertThat(PLAIN.seconds(estimate(3, 0.5), probability))
        .isCloseTo(Math.exp(3 + 0.5 * t) - 0.01, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.01, 0.1, 0.5, 1, 2, 4, 8})
  void seconds_anyWidth_meanIsBelowTheQuantileOf90Percent(double scale) {
    int steps = 100_000;
    double sum = 0;
    for (int k = 0; k < steps; k++) {
      sum += PLAIN.seconds(estimate(2, scale), (k + 0.5) / steps);
    }
    assertThat(sum / steps).isLessThan(PLAIN.seconds(estimate(2, scale), 0.9) + 1e-9);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-12, 0.001})
  void seconds_extremes_areThreeScalesAway(double probability) {
    double last = PLAIN.seconds(estimate(3, 0.1), 1 - probability);
    assertThat(last).isCloseTo(Math.exp(3.3) - 0.01, within(1e-9));
    assertThat(PLAIN.seconds(estimate(-6, 1), probability)).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
  void seconds_noProbability_isRefused(double probability) {
    assertThatThrownBy(() -> PLAIN.seconds(estimate(0, 1), probability))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("probability");
  }
}
