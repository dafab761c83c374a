package io.flowgauge.traces.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class DecimalDigitsTest {

  @Test
  void of_anyText_isTheNumberOfItsDigitsAlone() {
    Random random = new Random(20261127);
    String[] parts = {"0", "7", "42", "999999", "1000000000000", " ", "-", "+", ".", "\u0663", "x"};
    for (int round = 0; round < 5_000; round++) {
      StringBuilder some = new StringBuilder();
      for (int k = random.nextInt(5); k > 0; k--) {
        some.append(parts[random.nextInt(parts.length)]);
      }
      String text = some.toString();
      int most = 1 + random.nextInt(DecimalDigits.MAX);
      long expected =
          text.matches("[0-9]{1,18}") && text.length() <= most ? Long.parseLong(text) : -1;
      byte[] bytes = ("|" + text + "|").getBytes(UTF_8);

      assertThat(DecimalDigits.of(text, most)).as(text).isEqualTo(expected);
      assertThat(DecimalDigits.of(bytes, 1, bytes.length - 1, most)).as(text).isEqualTo(expected);
    }
  }
}
