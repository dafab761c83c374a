package io.flowgauge.report.layout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HumanTest {
  @Test
  void ratio_anySize_isShort() {
    assertThat(Human.ratio(2.345)).isEqualTo("2.35");
    assertThat(Human.ratio(0.00123)).isEqualTo("0.0012");
    assertThat(Human.ratio(-123_456.7)).isEqualTo("-123,457");
    assertThat(Human.ratio(999_999_999_999_999.0)).isEqualTo("999,999,999,999,999");
    assertThat(Human.ratio(-Double.MAX_VALUE)).isEqualTo("-1.80e+308");
  }
}
