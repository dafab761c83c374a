package io.flowgauge.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BacktestResultTest {
  private static final List<Double> QUANTILES =
      IntStream.rangeClosed(1, 19).mapToObj(k -> 5.0 * k).toList();

  private static final BacktestResult RESULT =
      new BacktestResult("makespan", "flowgauge", "w", "run", "run", 1, 50, QUANTILES);

  @Test
  void quantile_multipleOfFive_isThatOfTheList() {
    for (int percent = 5; percent <= 95; percent += 5) {
      assertThat(RESULT.quantile(percent)).isEqualTo(percent);
    }
  }

  @Test
  void quantile_anyOtherNumber_isRefused() {
    for (int percent : new int[] {-5, 0, 7, 96, 100}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> RESULT.quantile(percent))
          .withMessage("percent must be a multiple of 5 from 5 to 95, but is " + percent);
    }
  }
}
