package io.flowgauge.log.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class TimeBinsTest {

  @Property(tries = 300)
  void add_anyTimes_countsEachInItsBin(@ForAll List<Long> times) {
    TimeBins bins = new TimeBins();
    times.forEach(time -> bins.add(0, time));

    assertThat(bins.size()).isLessThanOrEqualTo(TimeBins.MAX);
    for (int bin = 0; bin < bins.size(); bin++) {
      long begin = bins.begin(bin);
      long last = begin + bins.widthNanos() - 1;
      long expected = times.stream().filter(time -> time >= begin && time <= last).count();
      assertThat(bins.count(0, bin)).isEqualTo(expected);
    }
  }

  @Property(tries = 300)
  void add_nearTimes_countsAll(@ForAll List<@LongRange(min = -100_000, max = 100_000) Long> times) {
    TimeBins bins = new TimeBins();
    times.forEach(time -> bins.add(time < 0 ? 3 : 1, time));
    long counted = 0;
    for (int bin = 0; bin < bins.size(); bin++) {
      counted += bins.count(1, bin) + bins.count(3, bin);
    }

    assertThat(counted).isEqualTo(times.size());
  }

  @Test
  void series_ofManyValues_keepsThePeak() {
    PlotSeries series = new PlotSeries("e", "v", true);
    for (int k = 0; k < 1_000_000; k++) {
      series.add(k, k == 654_321 ? 99 : k % 10);
    }

    assertThat(series.size()).isLessThan(20_000);
    assertThat(series.high()).isGreaterThan(99);
  }
}
