package io.flowgauge.learning.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class GroupTest {
  private static final double SD = 0.15;

  private static Group seen(double deviation, int times) {
    Group group = new Group();
    for (int k = 0; k < times; k++) {
      group.add(deviation, 1 / (0.2 * 0.2));
    }
    return group;
  }

  /** Finds the posterior mode on a grid, with Student's law of four degrees of freedom as prior. */
  private static double mode(double deviation, int times) {
    double best = Double.NEGATIVE_INFINITY;
    double at = 0;
    for (double b = -2; b <= 2; b += 1e-4) {
      double prior = -2.5 * Math.log(1 + b * b / (4 * SD * SD));
      double of = prior - times * (b - deviation) * (b - deviation) / (2 * 0.2 * 0.2);
      if (of > best) {
        best = of;
        at = b;
      }
    }
    return at;
  }

  @Test
  void priorBySize_deviationFarOff_findsTheModeOfStudentsLaw() {
    for (int times : new int[] {2, 6, 20}) {
      Group far = seen(1, times);
      assertThat(far.estimate(far.priorBySize(SD * SD)).mean())
          .isCloseTo(mode(1, times), within(0.02));
      assertThat(far.priorBySize(SD * SD)).isGreaterThan(3 * SD * SD);
    }
  }

  @Test
  void priorBySize_deviationAsUsual_isTheScale() {
    assertThat(seen(0.1, 3).priorBySize(SD * SD)).isEqualTo(SD * SD);
    assertThat(new Group().priorBySize(SD * SD)).isEqualTo(SD * SD);
    assertThat(seen(1, 3).priorBySize(0)).isZero();
  }
}
