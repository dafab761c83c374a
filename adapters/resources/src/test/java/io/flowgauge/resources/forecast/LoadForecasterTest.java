package io.flowgauge.resources.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LoadForecasterTest {
  private static final int[] STEPS = {1, 12, 60};

  @Test
  void forecast_noValue_isEmpty() {
    assertThat(LoadForecaster.of(1).forecast(1)).isEmpty();
  }

  @Test
  void forecast_constant_isIt() {
    LoadForecaster forecaster = LoadForecaster.of(STEPS);
    for (int k = 0; k < 5000; k++) {
      forecaster.add(0.7);
    }
    for (int steps : STEPS) {
      LoadForecast forecast = forecaster.forecast(steps).orElseThrow();
      assertThat(forecast.mean()).isCloseTo(0.7, within(1e-12));
      assertThat(forecast.high() - forecast.low()).isLessThan(1e-12);
    }
  }

  @Test
  void forecast_stepsNotAskedFor_names() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoadForecaster.of(1, 12).forecast(5))
        .withMessage("no forecasts of 5 steps, only of [1, 12]");
  }

  @Test
  void add_notFinite_names() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoadForecaster.of(1).add(Double.NaN))
        .withMessage("a value must be finite, but is NaN");
  }

  /**
   * The best forecast of independent values is their mean; the error of persistence is √2 times as
   * large.
   */
  @Test
  void forecast_independentValues_isNearTheirMean() {
    Random random = new Random(17);
    double[] values = new double[4000];
    for (int k = 0; k < values.length; k++) {
      values[k] = 10 + random.nextGaussian();
    }
    Score score = Score.of(values, 1);
    assertThat(score.ofPersistence()).isBetween(1 / Math.sqrt(2) - 0.03, 1 / Math.sqrt(2) + 0.03);
    assertThat(score.covered()).isBetween(0.85, 0.95);
  }

  /** For a random walk, no forecast is better than the last value, and none may be much worse. */
  @Test
  void forecast_randomWalk_isAboutPersistence() {
    Random random = new Random(17);
    double[] values = new double[4000];
    for (int k = 1; k < values.length; k++) {
      values[k] = values[k - 1] + random.nextGaussian();
    }
    for (int steps : STEPS) {
      assertThat(Score.of(values, steps).ofPersistence()).as("%d steps", steps).isLessThan(1.1);
    }
  }

  /** x ← 0.9 x − 0.5 x' + noise, which autoregression can forecast. */
  @Test
  void forecast_autoregressiveValues_isNearTheBestPossible() {
    Random random = new Random(17);
    double[] values = new double[4000];
    double noise = 0;
    double persistence = 0;
    for (int k = 2; k < values.length; k++) {
      double shock = random.nextGaussian();
      values[k] = 0.9 * values[k - 1] - 0.5 * values[k - 2] + shock;
      noise += Math.abs(shock);
      persistence += Math.abs(values[k] - values[k - 1]);
    }
    assertThat(Score.of(values, 1).ofPersistence())
        .isCloseTo(noise / persistence, within(0.05 * noise / persistence));
  }

  @Property(tries = 100)
  void forecast_anyValues_staysWithinWhatWasSeen(
      @ForAll @Size(min = 1, max = 200) List<@DoubleRange(min = -1e9, max = 1e9) Double> values) {
    LoadForecaster forecaster = LoadForecaster.of(STEPS);
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      least = Math.min(least, value);
      most = Math.max(most, value);
      forecaster.add(value);
      for (int steps : STEPS) {
        LoadForecast forecast = forecaster.forecast(steps).orElseThrow();
        assertThat(forecast.mean()).isBetween(least, most);
        assertThat(forecast.low()).isBetween(least, forecast.mean());
        assertThat(forecast.high()).isBetween(forecast.mean(), most);
      }
    }
  }
}
