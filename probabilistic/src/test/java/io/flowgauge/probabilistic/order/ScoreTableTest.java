package io.flowgauge.probabilistic.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.prediction.Law;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScoreTableTest {
  static List<Law> laws() {
    Law near = Law.normal(10, 0.1);
    return List.of(
        Law.lognormal(300, 300),
        Law.gamma(0.3, 100),
        Law.normal(300, 20),
        Law.uniform(2, 9),
        Law.pareto(3, 20),
        Law.mixture(List.of(0.9, 0.1), List.of(near, Law.shifted(3000, near))));
  }

  /**
   * Each node is searched for from the nodes before it; neither they nor a slope may mislead the
   * search.
   */
  @ParameterizedTest
  @MethodSource("laws")
  void quantile_fromTable_isThatOfTheTail(Law law) {
    check(law, Fineness.QUICK, 1e-7);
    check(law, Fineness.FULL, 1e-10);
  }

  private static void check(Law law, Fineness fineness, double tolerance) {
    Tail one = Tail.of(law, fineness);
    Tail sum = one.plus(one).plus(one);
    ScoreTable table = ScoreTable.of(sum, tolerance);
    for (double z = -2.5; z < 45; z += 0.037) {
      double log = -Math.exp(-z);
      double exact = sum.atLogSurvival(Logs.log1mExp(log));
      assertThat(table.quantile(-1 / log, Math.exp(-1)))
          .as("score " + z)
          .isCloseTo(exact, within(2 * tolerance * exact));
    }
  }
}
