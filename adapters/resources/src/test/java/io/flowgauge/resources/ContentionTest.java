package io.flowgauge.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.resources.Contention.Interval;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The share of waiting time that programs outside the run caused. */
class ContentionTest {
  private static final double ROUNDING = 1e-9;

  private static double share(int processors, double idle, double ran, double waited) {
    return new Contention()
        .externalShare(new Interval(10, processors, processors, idle), ran, waited);
  }

  @Test
  void externalShare_onlyOneOfTheRun_isAll() {
    assertThat(share(1, 0, 5, 5)).isEqualTo(1);
  }

  @Test
  void externalShare_nobodyElse_isNone() {
    assertThat(share(2, 0, 20, 10)).isCloseTo(0, within(ROUNDING));
  }

  /**
   * Three programs share a processor, two of them of the run: without the third, each of the two
   * would run half of the time.
   */
  @Test
  void externalShare_twoOfThreeAreOfTheRun_isHalf() {
    assertThat(share(1, 0, 20 / 3.0, 40 / 3.0)).isCloseTo(0.5, within(ROUNDING));
  }

  /** Two programs of the run on two processors would not wait without the third. */
  @Test
  void externalShare_asManyAsProcessors_isAll() {
    assertThat(share(2, 0, 40 / 3.0, 20 / 3.0)).isCloseTo(1, within(ROUNDING));
  }

  /**
   * Programs of the run collide by chance although processors are idle; no other program was there.
   */
  @Test
  void externalShare_idleProcessors_isWithinRounding() {
    double slack = 0.02 * Math.sqrt(2);
    assertThat(share(2, 20 - 6, 6, 2)).isLessThanOrEqualTo(slack / 2 + ROUNDING);
  }

  @Test
  void externalShare_quota_isNotExternal() {
    double share = new Contention().externalShare(new Interval(10, 0.5, 2, 15), 5, 5);
    assertThat(share).isCloseTo(0, within(ROUNDING));
  }

  /** Rounding errors of successive intervals cancel. */
  @Test
  void externalShare_roundedIdleTimes_doesNotAddUp() {
    Contention contention = new Contention();
    double external = 0;
    for (int k = 0; k < 1000; k++) {
      double idle = k % 2 == 0 ? 0.01 : 0;
      external += 0.5 * contention.externalShare(new Interval(1, 1, 1, idle), 0.5, 0.5);
    }
    assertThat(external).isGreaterThan(0.98 * 500);
  }

  @Property
  void externalShare_anything_isAShare(
      @ForAll @IntRange(min = 1, max = 64) int processors,
      @ForAll @DoubleRange(max = 640) double idle,
      @ForAll @DoubleRange(max = 1000) double ran,
      @ForAll @DoubleRange(max = 1000) double waited) {
    assertThat(share(processors, idle, ran, waited)).isBetween(0.0, 1.0);
  }
}
