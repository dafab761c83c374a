package io.flowgauge.traces.wfformat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WfDateTest {
  @ParameterizedTest
  @CsvSource({
    "20200408T154143+0000, 2020-04-08T15:41:43Z",
    "2020-12-25T20:10:08+00:00, 2020-12-25T20:10:08Z",
    "2023-03-21T13:21:06-10:00, 2023-03-21T23:21:06Z",
    "12-19-20T21:31:53Z, 2020-12-19T21:31:53Z",
    "05-04-23T10:46:27Z, 2023-05-04T10:46:27Z",
    "2026-05-08 02:44:13.251536, 2026-05-08T02:44:13.251536",
    "2020-12-30T02:24:13.540715, 2020-12-30T02:24:13.540715",
    "2020-04-03T12:04:50.645730Z, 2020-04-03T12:04:50.645730Z",
  })
  void parse_everySpelling_isRead(String text, String date) {
    assertThat(WfDate.parse(text)).hasValueSatisfying(d -> assertThat(d).hasToString(date));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "yesterday", "19-12-20T21:31:53Z", "02-30-20T21:31:53Z", "99999-01-01T00:00Z"})
  void parse_noDate_isEmpty(String text) {
    assertThat(WfDate.parse(text)).isEmpty();
  }
}
