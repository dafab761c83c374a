package io.flowgauge.probabilistic.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.prediction.Law;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WeightedTimesTest {
  /** Each piece adds its rounding error, far below the tolerance of a sum, 2e-12. */
  private static final double ROUNDING = 1e-13;

  static List<Law> laws() {
    return List.of(
        Law.lognormal(300, 300), Law.gamma(0.3, 100), Law.normal(300, 20), Law.uniform(0, 9));
  }

  /**
   * The survival function falls by a factor of e to e^2 over the times of the rule, and is smooth
   * there.
   */
  @ParameterizedTest
  @MethodSource("laws")
  void merged_integratesAsTheRulesOfItsPieces(Law law) {
    Pieces own = Tail.of(law).pieces();
    for (int last = 0; last < own.count; last++) {
      double end = own.times[last + 1];
      Pieces others = Tail.of(Law.exponential(end / 2)).pieces();
      double t = 2.5 * end;
      int above = others.pieceOf(t - own.times[0]);
      double sum = 0;
      for (int piece = 0; piece <= last; piece++) {
        sum += own.single.sum(piece, others, t, above);
      }
      assertThat(own.merged.sum(last, others, t, above))
          .as("up to " + end)
          .isCloseTo(sum, within(ROUNDING * Math.max(sum, 1e-300)));
    }
  }
}
