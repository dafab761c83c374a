package io.flowgauge.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class LogEventTest {
  @Test
  void values_event_areFieldsThenConstants() {
    EventSchema schema =
        EventSchema.named("e").constant("HOST", "h").int32("n").lifeline("id").build();

    LogEvent event = LogEvent.of(1_500_000_000, schema, 7, 9L);

    assertThat(event.values().toString()).isEqualTo("{n=7, id=9, HOST=h}");
    assertThat(event.lifeline()).contains(9L);
    assertThat(event).hasToString("LogEvent[1970-01-01T00:00:01.500Z e n=7 id=9 HOST=h]");
  }

  @Test
  void of_valuesOfOtherTypes_throws() {
    EventSchema schema = EventSchema.named("e").int32("n").build();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> LogEvent.of(0, schema, 7L))
        .withMessage("values of event e must be [int32 n], were [7]");
  }
}
