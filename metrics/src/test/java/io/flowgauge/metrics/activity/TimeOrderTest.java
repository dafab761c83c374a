package io.flowgauge.metrics.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class TimeOrderTest {

  @Property
  void of_anyTimes_stableOrder(@ForAll long[] times) {
    int[] expected =
        IntStream.range(0, times.length)
            .boxed()
            .sorted(Comparator.comparingLong(k -> times[k]))
            .mapToInt(k -> k)
            .toArray();
    assertThat(TimeOrder.of(times, times.length)).isEqualTo(expected);
  }
}
