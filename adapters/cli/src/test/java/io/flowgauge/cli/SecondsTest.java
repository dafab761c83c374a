package io.flowgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SecondsTest {
  @Test
  void parse_eachUnit_isSeconds() {
    Map<String, Double> seconds =
        Map.of("90", 90.0, "90s", 90.0, "1500ms", 1.5, "1.5m", 90.0, "2h", 7200.0, "1d", 86400.0);

    seconds.forEach((text, value) -> assertThat(Seconds.parse("-d", text)).isEqualTo(value));
  }

  @Test
  void parse_anythingElse_isRefusedWithTheForms() {
    for (String text : new String[] {"", "ms", "-1", "1sm", "1 s", "1e999"}) {
      assertThatThrownBy(() -> Seconds.parse("-d", text))
          .isInstanceOf(WrongUsageException.class)
          .hasMessage(
              "-d must be a time such as 90, 90s, 1500ms, 1.5m, 2h or 1d, but is '" + text + "'");
    }
  }
}
