package io.flowgauge.log.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XmlTest {
  private static final LogEvent EVENT =
      LogEvent.of(
              1_400_000_000_000_000_007L,
              EventSchema.named("transfer.end")
                  .lifeline("BLOCK_ID")
                  .string("FILE")
                  .constant("PORT", 2811)
                  .build(),
              17L,
              "a<b>&\"\r\n")
          .from(
              new StreamIdentity(
                  "foo", "prog", 1, Optional.of(Instant.parse("2014-01-01T00:00:00Z")), 2, "main"));

  private static final String TEXT =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <log>
      <event name="transfer.end" time="2014-05-13T16:53:20.000000007Z" host="foo" program="prog"\
       pid="1" started="2014-01-01T00:00:00Z" tid="2" thread="main">\
      <value name="BLOCK_ID" type="int64" lifeline="true">17</value>\
      <value name="FILE" type="string">a&lt;b&gt;&amp;"&#13;
      </value><value name="PORT" type="int32" constant="true">2811</value></event>
      </log>
      """;

  @Test
  void xml_event_isAnElement() throws IOException {
    assertThat(TextForms.write(EventWriter::xml, List.of(EVENT))).isEqualTo(TEXT);
  }

  @Test
  void xml_element_isAnEvent() throws IOException {
    assertThat(TextForms.read(EventReader::xml, TEXT)).containsExactly(EVENT);
  }

  @Test
  void xml_characterXmlHasNoFormFor_isReplaced() throws IOException {
    LogEvent event = LogEvent.of(0, EventSchema.named("e").string("s").build(), "a\u0000b\uffff");

    List<LogEvent> read =
        TextForms.read(EventReader::xml, TextForms.write(EventWriter::xml, List.of(event)));

    assertThat(read.get(0).value("s")).contains("a\ufffdb\ufffd");
  }

  @Provide
  Arbitrary<LogEvent> events() {
    return RandomEvents.any().filter(XmlTest::isWritable);
  }

  private static boolean isWritable(LogEvent event) {
    return event.values().values().stream()
        .flatMapToInt(value -> value.toString().codePoints())
        .allMatch(c -> c >= ' ' && c != 0xFFFE && c != 0xFFFF);
  }

  @Property(tries = 200)
  void xml_anyEvent_readsBack(@ForAll("events") LogEvent event) throws IOException {
    String text = TextForms.write(EventWriter::xml, List.of(event, event));

    assertThat(TextForms.read(EventReader::xml, text)).containsExactly(event, event);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<log><event/></log>|element event without attribute name",
        "<log><event name='e' time='now'/></log>|time 'now', expected an event",
        "<log><event name='e' time='2014-01-01T00:00:00Z'><x/></event></log>|element x",
        "<log><event name='e' time='2014-01-01T00:00:00Z'><value name='a' type='int32'>x</value>"
            + "</event></log>|a of type int32 'x', expected an event",
        "<log><event name='e' time='2014-01-01T00:00:00Z'><value name='a' type='long'>1</value>"
            + "</event></log>|type 'long', expected an event",
        "<log><event name='e' time='2014-01-01T00:00:00Z' host='h' program='p' pid='x' tid='1'"
            + " thread='t'/></log>|pid 'x', expected an event",
        "<log|XML document structures must start and end within the same entity.",
        "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/hostname'>]><log><event name='e'"
            + " time='2014-01-01T00:00:00Z'><value name='a' type='string'>&b;</value></event>"
            + "</log>|"
      })
  void xml_noEvent_saysWhere(String textAndMessage) {
    int bar = textAndMessage.lastIndexOf('|');

    assertThatThrownBy(() -> TextForms.read(EventReader::xml, textAndMessage.substring(0, bar)))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageStartingWith("test: line 1: found ")
        .hasMessageContaining(textAndMessage.substring(bar + 1));
  }
}
