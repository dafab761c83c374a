package io.flowgauge.probabilistic.draw;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.prediction.Law;
import java.util.List;
import org.junit.jupiter.api.Test;

class LawQuantilesTest {

  private static Object family(Law law) {
    return LawQuantiles.of(law).family();
  }

  /** Activities of one type have service times of their own and one law of latency. */
  @Test
  void family_ofLawsWithAtoms_isThatOfTheUnshifted() {
    Law latency =
        Law.mixture(List.of(3.0, 1.0), List.of(Law.empirical(1, 2, 5), Law.exponential(4)));

    assertThat(family(Law.shifted(7, latency))).isEqualTo(family(Law.shifted(0.25, latency)));
    assertThat(family(Law.shifted(7, latency)))
        .isNotEqualTo(family(Law.shifted(7, Law.empirical(1, 2, 5))));
  }
}
