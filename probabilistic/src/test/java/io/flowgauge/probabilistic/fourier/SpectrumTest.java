package io.flowgauge.probabilistic.fourier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SpectrumTest {
  @Test
  void masses_ofAProduct_areThoseOfTheSum() {
    Spectrum product = Spectrum.ofEmptySum(8);
    product.multiplyByPower(Spectrum.of(new double[] {0.5, 0.5}, 8), 3);
    double[] masses = product.masses(0);
    assertThat(masses)
        .containsExactly(new double[] {0.125, 0.375, 0.375, 0.125, 0, 0, 0, 0}, within(1e-15));
  }

  @Test
  void masses_beyondAllPoints_comeAroundWithTheirSign() {
    Spectrum product = Spectrum.ofEmptySum(8);
    product.multiplyByPower(Spectrum.of(new double[] {0, 0, 0, 0, 0, 1}, 8), 5);
    double[] masses = product.masses(20);
    assertThat(masses[5]).isCloseTo(1, within(1e-14));
    assertThat(masses[4]).isCloseTo(0, within(1e-14));
  }
}
