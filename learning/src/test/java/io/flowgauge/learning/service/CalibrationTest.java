package io.flowgauge.learning.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrationTest {
  private static final double NARROW = 0.1;

  /**
   * Returns outcomes of a law that is too narrow by the given factor above the median and right
   * below it.
   */
  private static List<Calibration.Outcome> outcomes(int runs, double factor) {
    Random random = new Random(1);
    ServiceQuantiles plain = ServiceQuantiles.plain();
    ServiceEstimate estimate = new ServiceEstimate(5, 0, NARROW * NARROW, 0, 0);
    List<Calibration.Outcome> outcomes = new ArrayList<>();
    for (int k = 0; k < 20_000; k++) {
      double t = Student.quantile(random.nextDouble());
      double seconds = LogTime.seconds(5 + NARROW * t * (t > 0 ? factor : 1));
      outcomes.add(
          new Calibration.Outcome(
              "run" + k % runs,
              seconds,
              plain.seconds(estimate, 0.1),
              plain.seconds(estimate, 0.5),
              plain.seconds(estimate, 0.9)));
    }
    return outcomes;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2.5})
  void learn_manyRuns_findsTheFactor(double factor) {
    Calibration calibration = Calibration.learn(outcomes(1000, factor), run -> 1);
    assertThat(calibration.upper()).isCloseTo(factor, within(0.05 * factor));
    assertThat(calibration.lower()).isCloseTo(1, within(0.05));
  }

  @Test
  void learn_twoRuns_goesHalfway() {
    assertThat(Calibration.learn(outcomes(2, 4), run -> 1).upper()).isCloseTo(2, within(0.1));
  }

  @Test
  void learn_oneLargeRun_countsAsOne() {
    List<Calibration.Outcome> outcomes = new ArrayList<>();
    for (int k = 0; k < 1000; k++) {
      outcomes.add(new Calibration.Outcome("large", 110, 50, 100, 200));
    }
    for (int k = 0; k < 9; k++) {
      outcomes.add(new Calibration.Outcome("small" + k, 400, 50, 100, 200));
    }
    // in the logarithm, 400 is twice as far from 100 as 200 is; ten runs get a weight of 10/12
    assertThat(Calibration.learn(outcomes, run -> 1).upper())
        .isCloseTo(Math.pow(2, 10.0 / 12), within(0.001));
  }

  @Test
  void learn_lateRunsCountMore_areCovered() {
    List<Calibration.Outcome> outcomes = new ArrayList<>();
    for (int k = 0; k < 8; k++) {
      outcomes.add(new Calibration.Outcome("near" + k, 110, 50, 100, 200));
    }
    for (int k = 0; k < 2; k++) {
      outcomes.add(new Calibration.Outcome("far" + k, 400, 50, 100, 200));
    }
    assertThat(Calibration.learn(outcomes, run -> 1).upper()).isLessThan(1);
    assertThat(Calibration.learn(outcomes, run -> run.startsWith("far") ? 2 : 1).upper())
        .isCloseTo(Math.pow(2, 10.0 / 12), within(0.001));
  }

  @Test
  void learn_nothing_changesNothing() {
    assertThat(Calibration.learn(List.of(), run -> 1)).isEqualTo(Calibration.NONE);
  }

  @Test
  void seconds_calibrated_stretchesEachSideAboutTheMedian() {
    ServiceEstimate estimate = new ServiceEstimate(5, 0.01, 0.01, 0.01, 0.01);
    ServiceQuantiles stretched = ServiceQuantiles.calibrated(new Calibration(0.5, 2));
    double t = Student.quantile(0.8);
    assertThat(stretched.seconds(estimate, 0.8))
        .isCloseTo(LogTime.seconds(5 + 0.4 * t), within(1e-9));
    assertThat(stretched.seconds(estimate, 0.2))
        .isCloseTo(LogTime.seconds(5 - 0.1 * t), within(1e-9));
    assertThat(stretched.seconds(estimate, 0.5)).isCloseTo(LogTime.seconds(5), within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void new_noFactor_isRefused(double factor) {
    assertThatThrownBy(() -> new Calibration(1, factor))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("factors");
  }
}
