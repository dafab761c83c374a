package io.flowgauge.traces.nextflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HumanUnitsTest {
  private static final long MILLIS_PER_DAY = 86_400_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  @ParameterizedTest
  @CsvSource({
    "4m 19s, 259000", "366ms, 366", "632ms, 632", "1.8s, 1800", "2s, 2000", "19s, 19000",
    "1d 2h 3m, 93780000", "1d2h3m4s, 93784000", "1h, 3600000", "0, 0", "0ms, 0", "1234, 1234",
    "3 min, 180000", "1.5 hours, 5400000"
  })
  void nanos_asNextflowWrites_areRead(String text, long millis) {
    assertThat(HumanUnits.nanos(text)).hasValue(millis * NANOS_PER_MILLI);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "s",
        "-5",
        "-1s",
        "5 parsecs",
        "4m 19",
        "4m 19s!",
        "1e3s",
        "NaN",
        "Infinity",
        "1,5s",
        "99999999999999999999",
        "9999999999999d",
        "05:10:30",
        "1.2.3s"
      })
  void nanos_ofOtherTexts_areEmpty(String text) {
    assertThat(HumanUnits.nanos(text)).isEmpty();
  }

  @Property
  void nanos_ofFormattedDuration_areTheDuration(
      @ForAll @LongRange(max = 1000 * MILLIS_PER_DAY) long millis) {
    assertThat(HumanUnits.nanos(format(millis)))
        .isEqualTo(OptionalLong.of(millis * NANOS_PER_MILLI));
  }

  /** Formats a duration as Nextflow does, but without rounding. */
  private static String format(long millis) {
    List<String> parts = new ArrayList<>();
    add(parts, millis / MILLIS_PER_DAY, "d");
    add(parts, millis / 3_600_000 % 24, "h");
    add(parts, millis / 60_000 % 60, "m");
    add(parts, millis / 1000 % 60, "s");
    add(parts, millis % 1000, "ms");
    return parts.isEmpty() ? "0ms" : String.join(" ", parts);
  }

  private static void add(List<String> parts, long count, String unit) {
    if (count > 0) {
      parts.add(count + unit);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1.5 GB, 1610612736",
    "483 B, 483",
    "3.1 MB, 3250586",
    "0, 0",
    "4096, 4096",
    "2 TB, 2199023255552",
    "10KB, 10240"
  })
  void bytes_asNextflowWrites_areRead(String text, String bytes) {
    assertThat(HumanUnits.bytes(text)).hasValue(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "GB", "1.5 XB", "1 GBB", "-1 GB", "many"})
  void bytes_ofOtherTexts_areEmpty(String text) {
    assertThat(HumanUnits.bytes(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"24.1%, 24.1", "185.2, 185.2", "0.0 %, 0.0"})
  void percent_withOrWithoutSign_isTheNumber(String text, String number) {
    assertThat(HumanUnits.percent(text)).hasValue(number);
  }
}
