package io.flowgauge.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LateActivitiesTest {
  @Test
  void sentence_anyTime_isWrittenWithoutExponent() {
    assertThat(LateActivities.sentence(12_345, 999.6))
        .isEqualTo("it has been running for 12345 s, and 99 of 100 like it take 1000 s at most");
    assertThat(LateActivities.sentence(99.96, 0.5))
        .isEqualTo("it has been running for 100 s, and 99 of 100 like it take 0.500 s at most");
  }
}
