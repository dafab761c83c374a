package io.flowgauge.metrics.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HolmTest {

  @Test
  void corrected_example_isThatOfTheMethod() {
    assertThat(Holm.corrected(new double[] {0.01, 0.04, 0.03, 0.005}))
        .containsExactly(0.03, 0.06, 0.06, 0.02);
    assertThat(Holm.corrected(new double[] {0.9, 0.8})).containsExactly(1, 1);
    assertThat(Holm.corrected(new double[0])).isEmpty();
  }
}
