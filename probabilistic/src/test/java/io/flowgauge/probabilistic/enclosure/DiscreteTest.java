package io.flowgauge.probabilistic.enclosure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.prediction.Law;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Discrete bounds lie on the side of the exact value that they claim. */
class DiscreteTest {
  private static final double TAIL = 1e-12;

  private static final List<Law> LAWS =
      List.of(
          Law.exponential(2),
          Law.lognormal(1, 2),
          Law.weibull(0.6, 1),
          Law.normal(5, 1),
          Law.gamma(2.5, 2));

  @Test
  void discreteLaw_isOnItsSide() {
    for (Law law : LAWS) {
      double mean = law.mean();
      assertThat(DiscreteLaw.of(law, Side.BELOW, TAIL).mean(1)).isBetween(0.99 * mean, mean);
      assertThat(DiscreteLaw.of(law, Side.ABOVE, TAIL).mean(1)).isBetween(mean, 1.01 * mean);
    }
  }

  @Test
  void discreteSum_isOnItsSide() {
    for (Law law : LAWS) {
      for (Side side : Side.values()) {
        Discrete one = DiscreteLaw.of(law, side, TAIL);
        double exact = 40 * law.mean();
        double found =
            new DiscreteSums(side, 4096).of(List.of(new DiscreteSums.Several(one, 40))).mean(1);
        // The lower bound is loose: the lattice has few points for the bulk of a sum with a long
        // tail.
        double least = side == Side.BELOW ? 0 : exact * (1 - 1e-12);
        double most = side == Side.BELOW ? exact * (1 + 1e-12) : 1.01 * exact;
        assertThat(found).isBetween(least, most);
      }
    }
  }

  @Test
  void discreteMaximum_ofFewValues_isExact() {
    Discrete two = new Discrete(new double[] {1, 3}, new double[] {0.5, 0}, 0);
    Discrete other = new Discrete(new double[] {2, 3}, new double[] {0.25, 0}, 0);
    Discrete longest = two.max(other);
    assertThat(longest.value).containsExactly(2, 3);
    assertThat(longest.survival[0]).isCloseTo(1 - 0.5 * 0.75, within(1e-15));
    assertThat(two.power(2).mean(1)).isCloseTo(0.25 * 1 + 0.75 * 3, within(1e-15));
  }
}
