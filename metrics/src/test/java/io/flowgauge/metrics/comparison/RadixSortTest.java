package io.flowgauge.metrics.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RadixSortTest {

  /** Numbers of any size and sign, including infinities and both zeros, some of them repeated. */
  @Property(tries = 200)
  void sort_anyNumbers_areThoseOfTheLibrary(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 3000) int count,
      @ForAll @IntRange(min = 1, max = 5000) int different) {
    Random random = new Random(seed);
    double[] some = random.longs(different).mapToDouble(Double::longBitsToDouble).toArray();
    some[0] = -0.0;
    some[different / 2] = 0.0;
    some[different - 1] = Double.NEGATIVE_INFINITY;
    double[] numbers =
        random
            .ints(count, 0, different)
            .mapToDouble(k -> Double.isNaN(some[k]) ? k - 20 : some[k])
            .toArray();
    double[] expected = numbers.clone();
    Arrays.sort(expected);
    RadixSort.sort(numbers);
    assertThat(numbers).containsExactly(expected);
  }

  @Property(tries = 20)
  void sort_equalNumbers_areLeft(@ForAll double number) {
    double[] numbers = new double[2000];
    Arrays.fill(numbers, number);
    RadixSort.sort(numbers);
    assertThat(numbers).containsOnly(number);
  }
}
