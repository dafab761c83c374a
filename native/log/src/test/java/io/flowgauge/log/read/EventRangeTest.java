package io.flowgauge.log.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EventRangeTest {
  private static final EventRange FIRST = new EventRange(100, 200);

  @Test
  void extendedBy_overlapping_isBoth() {
    assertThat(FIRST.extendedBy(new EventRange(150, 160))).isEqualTo(FIRST);
    assertThat(FIRST.extendedBy(new EventRange(150, 250))).isEqualTo(new EventRange(100, 250));
    assertThat(FIRST.extendedBy(new EventRange(200, 250))).isEqualTo(new EventRange(100, 250));
  }

  @Test
  void extendedBy_apart_isTheLater() {
    EventRange later = new EventRange(201, 250);

    assertThat(FIRST.extendedBy(later)).isEqualTo(later);
    assertThat(EventRange.NONE.extendedBy(later)).isEqualTo(later);
  }
}
