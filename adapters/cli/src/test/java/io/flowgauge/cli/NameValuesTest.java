package io.flowgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NameValuesTest {

  @Test
  void parse_anyValue_isTakenAsItIs() {
    assertThat(
            NameValues.parse(
                "--tag",
                List.of(
                    "a=b=c", "q=\"quoted\"", "half=\"x", "s=it's", "b=two words", "e=", "\"n=1")))
        .isEqualTo(
            Map.of(
                "a",
                "b=c",
                "q",
                "\"quoted\"",
                "half",
                "\"x",
                "s",
                "it's",
                "b",
                "two words",
                "e",
                "",
                "\"n",
                "1"));
  }

  @Test
  void parse_noName_isWrongUsage() {
    for (String wrong : List.of("x", "=x", "")) {
      assertThatThrownBy(() -> NameValues.parse("--tag", List.of(wrong)))
          .isInstanceOf(WrongUsageException.class)
          .hasMessage("--tag must have the form NAME=VALUE, but is '" + wrong + "'");
    }
  }

  @Test
  void parse_twoValuesOfOneName_isWrongUsage() {
    assertThat(NameValues.parse("--tag", List.of("a=1", "a=1"))).hasSize(1);
    assertThatThrownBy(() -> NameValues.parse("--tag", List.of("a=1", "a=2")))
        .hasMessage("--tag gives 'a' two values");
  }

  @Test
  void shown_anyValue_isWhatAShellTakes() {
    assertThat(NameValues.shown(Map.of("a", "b=c"))).isEqualTo("a=b=c");
    assertThat(NameValues.shown(Map.of("a", "it's \"x\""))).isEqualTo("'a=it'\\''s \"x\"'");
  }
}
