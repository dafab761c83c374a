package io.flowgauge.netlogger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.trace.Times;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BpLineTest {
  private final BpLine line = new BpLine();

  private BpLine parsed(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    assertThat(line.parse(bytes, 0, bytes.length)).as(line.problem()).isTrue();
    return line;
  }

  private String problem(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    assertThat(line.parse(bytes, 0, bytes.length)).isFalse();
    return line.problem();
  }

  @Test
  void parse_plainAndQuotedValues_areFields() {
    parsed("ts=1 event=x.y  level=Info\targv=\" -a b=c \" empty= none=\"\" path=C:\\a");
    assertThat(line.size()).isEqualTo(7);
    assertThat(line.name(1)).isEqualTo("event");
    assertThat(line.value(1)).isEqualTo("x.y");
    assertThat(line.text("argv")).contains(" -a b=c ");
    assertThat(line.text("empty")).contains("");
    assertThat(line.text("none")).contains("");
    assertThat(line.text("path")).contains("C:\\a");
    assertThat(line.text("even")).isEmpty();
    assertThat(line.isQuoted(3)).isTrue();
    assertThat(line.isQuoted(4)).isFalse();
    assertThat(line.isQuoted(5)).isTrue();
    assertThatThrownBy(() -> line.value(7)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void parse_escapesInQuotes_areUndone() {
    parsed("a=\"say \\\"hi\\\" \\\\ C:\\dir\" b=\"\\\\\"");
    assertThat(line.text("a")).contains("say \"hi\" \\ C:\\dir");
    assertThat(line.text("b")).contains("\\");
  }

  @Test
  void parse_blankLine_hasNoFields() {
    assertThat(parsed(" \t ").size()).isZero();
    assertThat(parsed("").size()).isZero();
  }

  @Test
  void parse_sameNameTwice_lastCounts() {
    assertThat(parsed("a=1 a=2").text("a")).contains("2");
  }

  @Test
  void parse_manyFields_allKept() {
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < 1000; k++) {
      text.append("n").append(k).append('=').append(k).append(' ');
    }
    assertThat(parsed(text.toString()).integer("n999")).hasValue(999);
  }

  @ParameterizedTest
  @CsvSource({
    "a=1 b, a name without a value at byte 6",
    "a=1 =2, a name without a value at byte 5",
    "hello world, a name without a value at byte 6",
    "'a=\"x y', a quoted value without its closing quote at byte 7",
    "'a=\"x\\', a quoted value without its closing quote at byte 6",
    "'a=\"x\"b=1', no blank after a quoted value at byte 6",
    "'a=x\"y', a quote inside a value that is not quoted at byte 4"
  })
  void parse_malformed_saysWhatAndWhere(String text, String expected) {
    assertThat(problem(text)).isEqualTo(expected);
  }

  @Test
  void parse_malformedLateInTheLine_fieldsBeforeAreThere() {
    assertThat(problem("ts=1 event=x argv=\"cut")).contains("closing quote");
    assertThat(line.text("event")).contains("x");
    assertThat(line.text("argv")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2012-03-14T22:05:10.000000Z, 2012-03-14T22:05:10Z",
    "2012-03-14T22:05:10.981414Z, 2012-03-14T22:05:10.981414Z",
    "2012-03-14T22:05:10.9Z, 2012-03-14T22:05:10.900Z",
    "2012-03-14T22:05:10Z, 2012-03-14T22:05:10Z",
    "2012-03-14T23:05:10.5+01:00, 2012-03-14T22:05:10.500Z",
    "2012-03-14T16:35:10-05:30, 2012-03-14T22:05:10Z",
    "1969-12-31T23:59:59.5Z, 1969-12-31T23:59:59.500Z",
    "1331762710.25, 2012-03-14T22:05:10.250Z",
    "1331762710, 2012-03-14T22:05:10Z"
  })
  void time_knownForms_areRead(String text, Instant expected) {
    assertThat(parsed("ts=" + text).time("ts")).hasValue(Times.epochNanos(expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2012-03-14T22:05:10", // no zone: not a point in time
        "2012-03-14T22:05:10.Z",
        "2012-03-14T22:05:10.1234567890Z",
        "2012-03-14 22:05:10Z",
        "2012-13-14T22:05:10Z",
        "2012-02-30T22:05:10Z",
        "2012-03-14T24:05:10Z",
        "2012-03-14T22:05:60Z",
        "2012-03-14T22:05:10+0100",
        "2012-03-14T22:05:10+19:00",
        "9999-03-14T22:05:10Z",
        "0000-03-14T22:05:10Z",
        "NaN",
        "1e99999999",
        "-",
        ""
      })
  void time_anythingElse_empty(String text) {
    assertThat(parsed("ts=\"" + text + "\"").time("ts")).isEmpty();
  }

  @Test
  void numbers_unreadable_empty() {
    parsed("a=12x b=99999999999999999999 c=" + "9".repeat(1_000_000) + " d=-3 e=NaN");
    assertThat(line.integer("a")).isEmpty();
    assertThat(line.integer("b")).isEmpty();
    assertThat(line.integer("c")).isEmpty();
    assertThat(line.nanos("c")).isEmpty();
    assertThat(line.nanos("e")).isEmpty();
    assertThat(line.integer("d")).hasValue(-3);
    assertThat(line.nanos("d")).hasValue(-3_000_000_000L);
  }

  @Property(tries = 300)
  void time_anyInstantAndOffset_isThatOfJavaTime(
      @ForAll @LongRange(min = -9_000_000_000L, max = 9_000_000_000L) long second,
      @ForAll @IntRange(max = 999_999_999) int nano,
      @ForAll @IntRange(min = -1079, max = 1079) int offsetMinutes) {
    Instant instant = Instant.ofEpochSecond(second, nano);
    ZoneOffset zone = ZoneOffset.ofTotalSeconds(offsetMinutes * 60);
    String text = String.format("%tFT%<tT.%<tN%s", instant.atOffset(zone), zone);
    assertThat(parsed("ts=" + text).time("ts"))
        .isEqualTo(OptionalLong.of(Times.epochNanos(instant)));
  }

  @Property(tries = 200)
  void parse_writtenFields_areReadBack(@ForAll @Size(max = 12) List<String> values) {
    List<String> expected = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (String value : values) {
      // Unpaired surrogates cannot be written as UTF-8.
      String clean = new String(value.getBytes(UTF_8), UTF_8);
      String escaped = clean.replace("\\", "\\\\").replace("\"", "\\\"");
      text.append("n").append(expected.size()).append("=\"").append(escaped).append("\" ");
      expected.add(clean);
    }
    parsed(text.toString());
    List<String> read = new ArrayList<>();
    for (int k = 0; k < line.size(); k++) {
      read.add(line.value(k));
    }
    assertThat(read).isEqualTo(expected);
  }
}
