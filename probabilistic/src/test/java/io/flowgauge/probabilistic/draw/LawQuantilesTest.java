package io.flowgauge.probabilistic.draw;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.prediction.Law;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LawQuantilesTest {

  private static Object family(Law law) {
    return LawQuantiles.of(law).family();
  }

  /** Activities of one type have different service times and one latency law. */
  @Test
  void family_ofLawsWithAtoms_isThatOfTheUnshifted() {
    Law latency =
        Law.mixture(List.of(3.0, 1.0), List.of(Law.empirical(1, 2, 5), Law.exponential(4)));

    assertThat(family(Law.shifted(7, latency))).isEqualTo(family(Law.shifted(0.25, latency)));
    assertThat(family(Law.shifted(7, latency)))
        .isNotEqualTo(family(Law.shifted(7, Law.empirical(1, 2, 5))));
  }

  /**
   * Programs whose times vary by the same ratio have laws of one shape; normal laws are clipped at
   * 0.
   */
  @Test
  void family_ofClippedLaws_isThatOfTheScaled() {
    Law clipped = Law.normal(100, 70).clippedAtZero();

    assertThat(family(Law.normal(5, 3.5).clippedAtZero())).isEqualTo(family(clipped));
    assertThat(family(Law.shifted(7, Law.normal(5, 3.5).clippedAtZero())))
        .isEqualTo(family(clipped));
    assertThat(family(Law.normal(100, 71).clippedAtZero())).isNotEqualTo(family(clipped));
    assertThat(family(Law.normal(100, 70))).isNotEqualTo(family(clipped));
  }

  /** All quartiles lie in the smooth part; only the atom distinguishes them. */
  @Test
  void family_ofLawsWithAnotherAtom_differs() {
    Law smooth = Law.uniform(10, 20);
    Law early = Law.mixture(List.of(1.0, 1e4), List.of(Law.constant(0), smooth));
    Law late = Law.mixture(List.of(1.0, 1e4), List.of(Law.constant(9), smooth));

    assertThat(family(early)).isNotEqualTo(family(late));
  }

  /** Each activity has a law of its own that differs only in its service time. */
  @Test
  void of_lawsThatDifferByPlace_searchesForQuartilesOnce() {
    Law latency = Law.mixture(List.of(3.0, 1.0), List.of(Law.gamma(2, 3), Law.exponential(4)));
    Map<Law, LawQuantiles.Centre> known = new HashMap<>();

    for (double service : new double[] {0, 0.25, 7, 1e6}) {
      Law law = Law.shifted(service, latency);
      LawQuantiles quantiles = LawQuantiles.of(law, known);
      assertThat(quantiles.median()).isEqualTo(law.quantile(0.5));
      assertThat(quantiles.unit()).isEqualTo(law.upperQuantile(0.25) - law.quantile(0.25));
    }

    assertThat(known).hasSize(1);
  }
}
