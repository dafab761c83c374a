package io.flowgauge.metrics.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

class MannWhitneyTest {
  private static double[] values(Random random, int count, DoubleUnaryOperator form) {
    return random.doubles(count).map(form).sorted().toArray();
  }

  /** Few distinct values give ties within and across samples; many give none. */
  @Property(tries = 200)
  void pValue_largeSamples_isThatOfTheLibrary(
      @ForAll long seed,
      @ForAll @IntRange(min = 5, max = 1500) int before,
      @ForAll @IntRange(min = 995, max = 1500) int after,
      @ForAll @IntRange(min = 2, max = 100_000) int different,
      @ForAll @DoubleRange(min = -0.1, max = 0.1) double shift) {
    Random random = new Random(seed);
    double[] first = values(random, before, v -> Math.floor(v * different));
    double[] second = values(random, after, v -> Math.floor((v + shift) * different));
    double expected = MannWhitneyUTest.withDefaults().test(second, first).getPValue();
    assertThat(MannWhitney.pValue(first, second))
        .isCloseTo(expected, within(1e-9 * expected + 1e-300));
    assertThat(MannWhitney.pValue(second, first))
        .isCloseTo(expected, within(1e-9 * expected + 1e-300));
  }
}
