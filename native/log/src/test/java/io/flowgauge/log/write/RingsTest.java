package io.flowgauge.log.write;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RingsTest {
  private static final int FOUR_KEPT_READY = 1 << 20;
  private static final int ONE_KEPT_READY = 1 << 26;

  @Test
  void take_noMoreReadyThanOthersShallHave_leavesThem() {
    Rings rings = Rings.inMemory(FOUR_KEPT_READY, "test");
    for (int k = 0; k < 3; k++) {
      rings.makeOne();
    }

    assertThat(rings.take(3)).isNull();
    assertThat(rings.take(2)).isNotNull();
    assertThat(rings.take(2)).isNull();
    assertThat(rings.take(0)).isNotNull();
  }

  @Test
  void take_onlyOneEverReady_isNotLeftForOthers() {
    Rings rings = Rings.inMemory(ONE_KEPT_READY, "test");
    rings.makeOne();

    assertThat(rings.take(3)).isNotNull();
  }
}
