package io.flowgauge.traces.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.trace.Times;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FixedDateTest {
  private static final String FRACTION = ".000000000";

  @Property
  void nanos_anyTimeAndDigits_areThoseOfTheCalendar(
      @ForAll @LongRange(min = -9_000_000_000L, max = 9_000_000_000L) long second,
      @ForAll @IntRange(max = 999_999_999) int nano,
      @ForAll @IntRange(max = 9) int digits,
      @ForAll boolean hasT) {
    LocalDateTime time = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
    String whole = time.withNano(0) + (time.getSecond() == 0 ? ":00" : "");
    String decimals = digits == 0 ? "" : String.format(".%09d", nano).substring(0, digits + 1);
    int kept = Integer.parseInt((decimals + FRACTION.substring(decimals.length())).substring(1));
    assertThat(FixedDate.nanos((hasT ? whole : whole.replace('T', ' ')) + decimals))
        .hasValue(Times.epochNanos(time.withNano(kept).toInstant(ZoneOffset.UTC)));
    if (hasT) {
      assertThat(FixedDate.utcNanos(whole + decimals + "Z"))
          .hasValue(Times.epochNanos(OffsetDateTime.parse(whole + decimals + "Z").toInstant()));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Z",
        "2026-11-20T11:04:31",
        "2026-11-20 11:04:31Z",
        "2026-11-20T11:04:31z",
        "2026-11-20T11:04:31+00:00",
        "2026-02-29T11:04:31Z"
      })
  void utcNanos_ofOtherTexts_areEmpty(String text) {
    assertThat(FixedDate.utcNanos(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026-11-20",
        "2026-11-20T11:04",
        "2026-11-20T11:04:3x",
        "2026-11-20T24:00:00",
        "2026-11-20T11:60:00",
        "2026-11-20T11:04:60",
        "2026-11-20T11:04:3\ud83d\ude00",
        "\ud83d\ude00-11-20T11:04:31",
        "2026-11-20T11:04:31\u00a0",
        "2026-11-20T11:04:31.",
        "2026-11-20T11:04:31Z",
        "2026-11-20T11:04:31.0000000001",
        "2026-13-20T11:04:31",
        "2026-02-29T11:04:31",
        "2026-11-20T24:04:31",
        "2026/11/20T11:04:31",
        "2026-11-20_11:04:31",
        "2300-01-01T00:00:00"
      })
  void nanos_ofOtherTexts_areEmpty(String text) {
    assertThat(FixedDate.nanos(text)).isEmpty();
  }
}
