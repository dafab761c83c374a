package io.flowgauge.traces.nextflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.trace.Times;
import io.flowgauge.traces.table.WrittenTime;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NextflowTimeTest {

  @ParameterizedTest
  @CsvSource({
    "1680894456103, 2023-04-07T19:07:36.103Z, true",
    "2021-03-29 19:50:21.822, 2021-03-29T19:50:21.822Z, false",
    "2021-03-29T19:50:21, 2021-03-29T19:50:21Z, false",
    "2021-03-29T19:50:21.822Z, 2021-03-29T19:50:21.822Z, true",
    "2021-03-29 19:50:21 +02:00, 2021-03-29T17:50:21Z, true",
    "2021-03-29 19:50:21+0200, 2021-03-29T17:50:21Z, true"
  })
  void parse_timeOfATrace_isRead(String text, Instant time, boolean zoned) {
    assertThat(NextflowTime.parse(text)).hasValue(new WrittenTime(Times.epochNanos(time), zoned));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "",
        "yesterday",
        "2021-13-29 19:50:21",
        "9999999999999",
        "99999999999999999999999",
        "-5",
        "NaN",
        "3021-03-29 19:50:21",
        "1.68E12"
      })
  void parse_otherText_isEmpty(String text) {
    assertThat(NextflowTime.parse(text)).isEmpty();
  }
}
