package io.flowgauge.log.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.trace.TraceFormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PairTest {
  private static final long TIME = 1_400_000_000_000_007_000L;

  private static final LogEvent EVENT =
      LogEvent.of(
          TIME,
          EventSchema.named("transfer.end")
              .lifeline("BLOCK_ID")
              .float32("RATE")
              .string("FILE")
              .constant("PORT", 2811)
              .build(),
          17L,
          0.5f,
          "a b");

  private static final StreamIdentity SOURCE =
      new StreamIdentity("foo.lbl.gov", "my prog", 1, Optional.empty(), 1, "main");

  @Test
  void bp_event_isALine() throws IOException {
    assertThat(TextForms.write(EventWriter::bp, List.of(EVENT, EVENT.from(SOURCE))))
        .isEqualTo(
            """
            ts=2014-05-13T16:53:20.000007Z event=transfer.end level=Info BLOCK_ID=17 RATE=0.5 FILE="a b" PORT=2811
            ts=2014-05-13T16:53:20.000007Z event=transfer.end level=Info BLOCK_ID=17 RATE=0.5 FILE="a b" PORT=2811 host=foo.lbl.gov prog="my prog"
            """);
  }

  @Test
  void ulm_event_isALine() throws IOException {
    assertThat(TextForms.write(EventWriter::ulm, List.of(EVENT, EVENT.from(SOURCE))))
        .isEqualTo(
            """
            DATE=20140513165320.000007 HOST=unknown PROG=unknown LVL=Info NL.EVNT=transfer.end BLOCK_ID=17 RATE=0.5 FILE="a b" PORT=2811
            DATE=20140513165320.000007 HOST=foo.lbl.gov PROG="my prog" LVL=Info NL.EVNT=transfer.end BLOCK_ID=17 RATE=0.5 FILE="a b" PORT=2811
            """);
  }

  @Test
  void bp_valuesNamedAsTheKeys_takeTheirPlace() throws IOException {
    EventSchema schema =
        EventSchema.named("e").int32("ts").string("level").constant("HOST", "h").build();

    assertThat(
            TextForms.write(
                EventWriter::bp, List.of(LogEvent.of(0, schema, 1, "Warn").from(SOURCE))))
        .isEqualTo(
            """
            ts=1970-01-01T00:00:00.000000Z event=e level=Warn _ts=1 HOST=h prog="my prog"
            """);
  }

  @Test
  void bp_valuesNamedAsKeysAndLikeThem_areBothThere() throws IOException {
    EventSchema schema = EventSchema.named("e").int32("ts").constant("_ts", 2).build();

    assertThat(TextForms.write(EventWriter::bp, List.of(LogEvent.of(0, schema, 1))))
        .isEqualTo("ts=1970-01-01T00:00:00.000000Z event=e level=Info __ts=1 _ts=2\n");
  }

  @ParameterizedTest
  @CsvSource({
    "plain, plain",
    "/tmp/x, /tmp/x",
    "'', '\"\"'",
    "a b, '\"a b\"'",
    "12, '\"12\"'",
    "NaN, '\"NaN\"'",
    "-x, '\"-x\"'",
    "C:\\new, '\"C:\\\\new\"'",
    "say \"hi\", '\"say \\\"hi\\\"\"'",
    "a=b, '\"a=b\"'",
    "größe, größe"
  })
  void bp_text_isQuotedWhereItMust(String text, String expected) throws IOException {
    LogEvent event = LogEvent.of(0, EventSchema.named("e").string("s").build(), text);

    String line = TextForms.write(EventWriter::bp, List.of(event));

    assertThat(line).endsWith(" s=" + expected + "\n");
    assertThat(TextForms.read(EventReader::bp, line).get(0).value("s")).contains(text);
  }

  @Test
  void bp_foreignLines_areEvents() throws IOException {
    List<LogEvent> events =
        TextForms.read(
            EventReader::bp,
            """
            # a comment with "quotes

            ts=1400000000.5 event=org.foo.start level=Info guid=ab-1 n=12 x=-1.5e3 q="7" n=13
              event=e ts=2014-05-13T18:53:20+02:00 url=http://x/?a=b \r
            ts=2014-05-13T16:53:20.5Z event=last""");

    assertThat(events).hasSize(3);
    assertThat(events.get(0).timeNanos()).isEqualTo(1_400_000_000_500_000_000L);
    assertThat(events.get(0).values().toString())
        .isEqualTo("{level=Info, guid=ab-1, n=13, x=-1500.0, q=7}");
    assertThat(events.get(0).schema().fields())
        .extracting(f -> f.type())
        .containsExactly(
            FieldType.STRING,
            FieldType.STRING,
            FieldType.INT64,
            FieldType.FLOAT64,
            FieldType.STRING);
    assertThat(events.get(1).timeNanos()).isEqualTo(1_400_000_000_000_000_000L);
    assertThat(events.get(1).value("url")).contains("http://x/?a=b");
    assertThat(events.get(2).name()).isEqualTo("last");
  }

  @Test
  void ulm_foreignLines_areEvents() throws IOException {
    List<LogEvent> events =
        TextForms.read(
            EventReader::ulm,
            "ULM\0    DATE=20140513165320.2102 HOST=h PROG=gridftp NL.EVNT=FTP_INFO"
                + " FILE=//tmp/x DEST=[129.79.4.64] CODE=226\n"
                + "DATE=20140513165320 HOST=h PROG=p LVL=Usage NL.EVNT=x\n");

    assertThat(events.get(0).timeNanos()).isEqualTo(1_400_000_000_002_102_000L);
    assertThat(events.get(0).values().toString())
        .isEqualTo("{HOST=h, PROG=gridftp, FILE=//tmp/x, DEST=[129.79.4.64], CODE=226}");
    assertThat(events.get(1).timeNanos()).isEqualTo(1_400_000_000_000_000_000L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "event=e|the time none, expected a time ts",
        "ts=yesterday event=e|the time 'yesterday', expected a time ts",
        "ts=1|no event, expected the name of an event",
        "ts=1 event=\"a b\"|event name must be",
        "ts=1 event=e x=\"|a quoted value without its closing quote",
        "ts=1 event|a name without a value at byte 11"
      })
  void bp_noEvent_saysWhere(String lineAndMessage) {
    int bar = lineAndMessage.lastIndexOf('|');
    String text = "ts=1 event=fine\n" + lineAndMessage.substring(0, bar) + "\n";

    assertThatThrownBy(() -> TextForms.read(EventReader::bp, text))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageStartingWith("test: line 2: found " + lineAndMessage.substring(bar + 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2014051316532",
        "20140513165360",
        "20140513165320.",
        "20140513165320.x",
        "20140230165320"
      })
  void ulm_noTime_saysSo(String time) {
    assertThatThrownBy(() -> TextForms.read(EventReader::ulm, "DATE=" + time + " NL.EVNT=e"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage("test: line 1: found the time '" + time + "', expected a time DATE");
  }

  /** The cursor continues after an invalid line. */
  @Test
  void bp_lineTooLong_goesOnAfterIt() throws IOException {
    String text = "ts=1 event=a\n" + "x".repeat((1 << 24) + 1) + "\nts=2 event=b\nrubbish\n";
    EventCursor events =
        EventReader.bp(new ByteArrayInputStream((text + "ts=3 event=c").getBytes(UTF_8)), "test");

    assertThat(events.next()).isTrue();
    assertThatThrownBy(events::next)
        .hasMessage("test: line 2: found more than 16777216 bytes, expected a line end");
    assertThat(events.next()).isTrue();
    assertThat(events.schema().name()).isEqualTo("b");
    assertThatThrownBy(events::next).hasMessageStartingWith("test: line 4: found a name");
    assertThat(events.next()).isTrue();
    assertThat(events.schema().name()).isEqualTo("c");
    assertThat(events.next()).isFalse();
    assertThat(events.next()).isFalse();
  }

  @Provide
  Arbitrary<LogEvent> events() {
    return RandomEvents.any();
  }

  /**
   * Types widen, times are truncated, and control characters are dropped; all else survives the
   * round trip.
   */
  @Property(tries = 200)
  void bp_anyEvent_readsBack(@ForAll("events") LogEvent event) throws IOException {
    assertReadsBack(EventWriter::bp, EventReader::bp, event, "level");
  }

  @Property(tries = 200)
  void ulm_anyEvent_readsBack(@ForAll("events") LogEvent event) throws IOException {
    assertReadsBack(EventWriter::ulm, EventReader::ulm, event, "HOST", "PROG", "LVL");
  }

  private static void assertReadsBack(
      TextForms.Writer writer, TextForms.Reader reader, LogEvent event, String... added)
      throws IOException {
    List<LogEvent> read = TextForms.read(reader, TextForms.write(writer, List.of(event)));

    assertThat(read).hasSize(1);
    assertThat(read.get(0).name()).isEqualTo(event.name());
    assertThat(read.get(0).timeNanos()).isEqualTo(Math.floorDiv(event.timeNanos(), 1000L) * 1000L);
    Map<String, Object> values = new LinkedHashMap<>(read.get(0).values());
    values.keySet().removeAll(List.of(added));
    Map<String, Object> expected = new LinkedHashMap<>(event.values());
    expected.forEach((name, value) -> narrow(values, name, value));
    expected.replaceAll((name, value) -> widened(value));
    assertThat(values).isEqualTo(expected);
  }

  /**
   * Narrows a value: the text of a float32 is read as a double, but narrowed it is the same
   * float32.
   */
  private static void narrow(Map<String, Object> values, String name, Object expected) {
    if (expected instanceof Float) {
      values.computeIfPresent(name, (n, value) -> ((Double) value).floatValue());
    }
  }

  private static Object widened(Object value) {
    if (value instanceof Integer number) {
      return number.longValue();
    }
    return value instanceof String text
        ? text.replaceAll("\\p{Cntrl}|[\u0080-\u009f]", " ")
        : value;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "99999999999999999999",
        "9223372036854775808",
        "7e12345",
        "1e999",
        "007",
        "-01",
        "00"
      })
  void bp_idThatIsNoNumber_keepsItsDigits(String id) throws IOException {
    String line = "ts=2014-05-13T16:53:20Z event=x id=" + id + "\n";
    assertThat(TextForms.read(EventReader::bp, line).get(0).value("id")).contains(id);
  }
}
