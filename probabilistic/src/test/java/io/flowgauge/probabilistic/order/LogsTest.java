package io.flowgauge.probabilistic.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LogsTest {
  private static final double TOLERANCE = 2e-15;

  private static void check(double x) {
    double exact = Math.log(x);
    assertThat(Logs.fast(x)).as("" + x).isCloseTo(exact, within(TOLERANCE + 2 * Math.ulp(exact)));
  }

  @Test
  void fast_normalNumbers_isTheLogarithm() {
    SplittableRandom random = new SplittableRandom(7);
    for (int k = 0; k < 1_000_000; k++) {
      check(Math.exp(random.nextDouble(-708, 709)));
      check(1 + random.nextDouble(-0.01, 0.01));
    }
  }

  @Test
  void fast_endsOfIntervals_isTheLogarithm() {
    for (int k = 0; k <= 256; k++) {
      double end = 1 + k / 128.0;
      check(Math.nextDown(end));
      check(end);
      check(Math.nextUp(end));
    }
    check(Double.MIN_NORMAL);
    check(Double.MAX_VALUE);
  }

  @Test
  void fast_anyOtherNumber_isFarAway() {
    for (double x : new double[] {0, -0.0, Double.MIN_VALUE, Double.MIN_NORMAL / 3}) {
      assertThat(Logs.fast(x)).as("" + x).matches(log -> log < -707 || log > 709);
    }
    for (double x : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1, -1e300, -1e-300}) {
      assertThat(Logs.fast(x)).as("" + x).isGreaterThan(709);
    }
  }
}
