package io.flowgauge.probabilistic.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class KruskalWallisTest {

  @Test
  void differ_threeSamples_isByChiSquared() {
    double[] low = {1, 2, 3, 4};
    double[] middle = {5, 6, 7, 8};
    double[] high = {9, 10, 11, 12};

    assertThat(KruskalWallis.differ(List.of(low, middle, high))).isTrue(); // H = 9.85, p = 0.0073
    assertThat(KruskalWallis.differ(List.of(low, new double[] {2.5, 3.5, 4.5, 5}))).isFalse();
  }

  @Test
  void differ_oneValueOrOneSample_isNot() {
    double[] ties = {3, 3, 3, 3, 3, 3, 3, 3};

    assertThat(KruskalWallis.differ(List.of(ties, ties))).isFalse();
    assertThat(KruskalWallis.differ(List.of(ties))).isFalse();
    assertThat(KruskalWallis.differ(List.of())).isFalse();
  }

  @Property(tries = 100)
  void differ_sameSampleTwice_isNot(
      @ForAll @Size(min = 8, max = 60) List<@DoubleRange(min = 0, max = 10) Double> values) {
    double[] sample = values.stream().mapToDouble(v -> v).toArray();

    assertThat(KruskalWallis.differ(List.of(sample, sample.clone()))).isFalse();
  }

  @Property(tries = 100)
  void differ_shiftedBeyondAllValues_does(
      @ForAll @Size(min = 8, max = 60) List<@DoubleRange(min = 0, max = 10) Double> values) {
    List<double[]> samples = new ArrayList<>();
    samples.add(values.stream().mapToDouble(v -> v).toArray());
    samples.add(values.stream().mapToDouble(v -> v + 11).toArray());

    assertThat(KruskalWallis.differ(samples)).isTrue();
  }
}
