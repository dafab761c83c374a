package io.flowgauge.probabilistic.draw;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Draws from sampled values, with the smallest and the largest random bits. */
class StepQuantilesTest {
  private static final int LEAST_BITS = 0;
  private static final int MOST_BITS = -1;

  private final StepQuantiles quantiles =
      new StepQuantiles(new float[] {1, 2, 4}, new double[] {0.5, 0.25, 0});

  @Test
  void fill_firstAndLastNumbers_areFirstAndLastValues() {
    float[] out = new float[4];
    quantiles.fill(new int[] {LEAST_BITS, 1 << 31, 3 << 30, MOST_BITS}, out, out.length, 10);
    assertThat(out).containsExactly(10, 20, 40, 40);
  }

  @Test
  void fillAbove_leastPart_isLastValue() {
    float[] out = new float[2];
    quantiles.fillAbove(new int[] {LEAST_BITS, MOST_BITS}, out, QuantileTable.LEAST, 1, 10);
    assertThat(out).containsExactly(41, 41);
  }
}
