package io.flowgauge.log.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.StreamIdentity;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JsonLinesTest {
  @Test
  void jsonLines_events_areLines() throws IOException {
    EventSchema schema =
        EventSchema.named("e").float64("d").string("s").constant("PORT", 2811).build();
    LogEvent event = LogEvent.of(7, schema, Double.NaN, "\"\n");
    StreamIdentity source = new StreamIdentity("h", "p", 1, Optional.empty(), 2, "main");

    assertThat(TextForms.write(EventWriter::jsonLines, List.of(event, event.from(source))))
        .isEqualTo(
            """
            {"time":"1970-01-01T00:00:00.000000007Z","event":"e","values":{"d":"NaN","s":"\\"\\n","PORT":2811}}
            {"time":"1970-01-01T00:00:00.000000007Z","event":"e","host":"h","program":"p","processId":1,"thread":"main","values":{"d":"NaN","s":"\\"\\n","PORT":2811}}
            """);
  }

  @Test
  void jsonLines_halfAPairOfSurrogates_isReplaced() throws IOException {
    EventSchema schema = EventSchema.named("e").string("s").build();

    assertThat(
            TextForms.write(
                EventWriter::jsonLines, List.of(LogEvent.of(7, schema, "\uD83D \uD83D\uDE00"))))
        .isEqualTo(
            """
            {"time":"1970-01-01T00:00:00.000000007Z","event":"e","values":{"s":"\uFFFD \\uD83D\\uDE00"}}
            """);
  }
}
