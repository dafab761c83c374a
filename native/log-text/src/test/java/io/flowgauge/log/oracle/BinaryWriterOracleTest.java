package io.flowgauge.log.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.oracle.OracleDecoder.Stream;
import io.flowgauge.log.text.EventReader;
import io.flowgauge.log.text.EventWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A decoder built from the description alone reads back what the binary writer writes. */
class BinaryWriterOracleTest {
  @Property(tries = 60)
  void binaryWriter_anyTimesAndSources_writesWhatTheDescriptionSays(@ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    List<EventSchema> schemas = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      schemas.add(RandomEvents.schema("event." + i, random));
    }
    List<LogEvent> events = new ArrayList<>();
    long time = 1_400_000_000_000_000_000L;
    for (int i = random.nextInt(300); i > 0; i--) {
      time +=
          random.nextInt(5) == 0
              ? random.nextLong() >> (random.nextInt(50) + 8)
              : random.nextInt(70_000);
      EventSchema schema = schemas.get(random.nextInt(4));
      LogEvent event = LogEvent.of(time, schema, RandomEvents.values(schema, random));
      events.add(random.nextBoolean() ? event : event.from(source(random.nextInt(3))));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (EventWriter out = EventWriter.binary(bytes)) {
      out.writeAll(EventReader.of(events.iterator()));
    }
    Map<String, List<String>> expected = new TreeMap<>();
    for (LogEvent event : events) {
      String thread = event.source().map(StreamIdentity::thread).orElse("");
      expected.computeIfAbsent(thread, k -> new ArrayList<>()).add(line(event));
    }
    Map<String, List<String>> found = new TreeMap<>();
    for (Stream stream : OracleDecoder.decode(bytes.toByteArray()).values()) {
      assertThat(stream.ended).isTrue();
      String thread = stream.source == null ? "" : stream.source.thread();
      List<String> lines = found.computeIfAbsent(thread, k -> new ArrayList<>());
      stream.events.forEach(e -> lines.add(e.wall() + e.name() + e.values()));
    }
    assertThat(found).isEqualTo(expected);
  }

  private static String line(LogEvent event) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < event.schema().fields().size(); i++) {
      values.add(event.value(i));
    }
    return event.timeNanos() + event.name() + values;
  }

  private static StreamIdentity source(int i) {
    return new StreamIdentity("h", "p", i, Optional.empty(), i, "thread-" + i);
  }
}
