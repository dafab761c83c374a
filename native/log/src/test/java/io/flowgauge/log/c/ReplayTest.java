package io.flowgauge.log.c;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.Constant;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.format.Schemas;
import io.flowgauge.log.read.LogReader;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Java reads what C logs: the same events, in the same order, in either byte order. */
class ReplayTest {
  private static final int TRIES = 60;

  /** An event of one of the schemas. */
  record Logged(int schema, List<Object> values) {}

  /** The types and events that the C program is to log. */
  record Script(List<EventSchema> schemas, List<Logged> events) {}

  @Provide
  Arbitrary<Script> scripts() {
    return Schemas.any()
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .flatMap(schemas -> event(schemas).list().ofMaxSize(40).map(e -> new Script(schemas, e)));
  }

  private static Arbitrary<Logged> event(List<EventSchema> schemas) {
    return Arbitraries.integers()
        .between(0, schemas.size() - 1)
        .flatMap(k -> values(schemas.get(k)).map(values -> new Logged(k, values)));
  }

  private static Arbitrary<List<Object>> values(EventSchema schema) {
    List<Arbitrary<Object>> each = new ArrayList<>();
    schema.fields().forEach(field -> each.add(Schemas.value(field.type())));
    return Combinators.combine(each).as(values -> values);
  }

  @Property(tries = TRIES)
  void events_randomSchemasAndValues_areReadAsLogged(
      @ForAll("scripts") Script script, @ForAll boolean foreign) throws Exception {
    List<LogEvent> read = replay(bytes(script), foreign);

    assertThat(read.stream().map(LogEvent::schema))
        .containsExactlyElementsOf(
            script.events.stream().map(e -> script.schemas.get(e.schema)).toList());
    assertThat(read.stream().map(ReplayTest::values).toList())
        .isEqualTo(script.events.stream().map(Logged::values).toList());
  }

  private static List<Object> values(LogEvent event) {
    List<Object> values = new ArrayList<>();
    for (int k = 0; k < event.schema().fields().size(); k++) {
      values.add(event.value(k));
    }
    return values;
  }

  /** C accepts any bytes as text; invalid UTF-8 is read as the replacement character. */
  @Test
  void texts_thatAreNoUtf8_areReadWithReplacements() throws Exception {
    byte[] odd = {'a', (byte) 0xC3, 0, (byte) 0xED, (byte) 0xA0, (byte) 0x80, (byte) 0xFF, 'z'};
    ByteArrayOutputStream script = new ByteArrayOutputStream();
    try (DataOutputStream to = new DataOutputStream(script)) {
      EventSchema schema = EventSchema.named("odd").string("text").build();
      to.writeShort(1);
      put(to, schema);
      to.writeInt(1);
      to.writeShort(0);
      to.writeShort(odd.length);
      to.write(odd);
    }

    List<LogEvent> read = replay(script.toByteArray(), false);

    assertThat(read).extracting(e -> e.value(0)).containsExactly(new String(odd, UTF_8));
  }

  @Test
  void types_beyondShortIds_areReadAsLogged() throws Exception {
    List<EventSchema> schemas = new ArrayList<>();
    List<Logged> events = new ArrayList<>();
    for (int k = 0; k < 300; k++) {
      schemas.add(EventSchema.named("type" + k).int32("n").build());
      events.add(new Logged(k, List.of(k)));
    }
    Script script = new Script(schemas, events);

    for (boolean foreign : new boolean[] {false, true}) {
      assertThat(replay(bytes(script), foreign).stream().map(LogEvent::name))
          .containsExactlyElementsOf(schemas.stream().map(EventSchema::name).toList());
    }
  }

  @Test
  void source_ofProcess_hasHostProgramAndThread() throws Exception {
    EventSchema schema = EventSchema.named("e").int32("n").build();
    Script script = new Script(List.of(schema), List.of(new Logged(0, List.of(1))));

    LogEvent event = replay(bytes(script), true).get(0);

    assertThat(event.source())
        .hasValueSatisfying(
            source -> {
              assertThat(source.host()).isEqualTo("c-host");
              assertThat(source.program()).isEqualTo("interop");
              assertThat(source.processId()).isPositive();
              assertThat(source.threadId()).isEqualTo(source.processId());
              assertThat(source.processStart()).isPresent();
            });
  }

  private static List<LogEvent> replay(byte[] script, boolean foreign) throws Exception {
    Path program =
        foreign
            ? CPrograms.program("interop", CPrograms.FOREIGN_ORDER)
            : CPrograms.program("interop");
    Path file = Files.createTempFile("replayed", ".nlb");
    try {
      Process process =
          new ProcessBuilder(program.toString(), "replay", file.toString())
              .redirectErrorStream(true)
              .start();
      try (var to = process.getOutputStream()) {
        to.write(script);
      }
      CPrograms.output(process);
      return events(file);
    } finally {
      Files.delete(file);
    }
  }

  private static List<LogEvent> events(Path file) throws IOException {
    try (LogReader log = LogReader.open(file)) {
      List<LogEvent> events = log.events().collect(Collectors.toList());
      assertThat(log.losses()).isEmpty();
      assertThat(log.streams()).allMatch(stream -> stream.complete() && stream.dropped() == 0);
      return events;
    }
  }

  private static byte[] bytes(Script script) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream to = new DataOutputStream(bytes)) {
      to.writeShort(script.schemas.size());
      for (EventSchema schema : script.schemas) {
        put(to, schema);
      }
      to.writeInt(script.events.size());
      for (Logged event : script.events) {
        to.writeShort(event.schema);
        for (Object value : event.values) {
          put(to, value);
        }
      }
    }
    return bytes.toByteArray();
  }

  private static void put(DataOutputStream to, EventSchema schema) throws IOException {
    put(to, schema.name());
    to.writeShort(schema.fields().size());
    for (int k = 0; k < schema.fields().size(); k++) {
      Field field = schema.fields().get(k);
      to.writeByte(kind(field.type()));
      to.writeByte(schema.lifeline().orElse(-1) == k ? 1 : 0);
      put(to, field.name());
    }
    to.writeShort(schema.constants().size());
    for (Constant constant : schema.constants()) {
      to.writeByte(kind(constant.type()));
      put(to, constant.name());
      put(to, constant.value());
    }
  }

  private static int kind(FieldType type) {
    return switch (type) {
      case INT32 -> 1;
      case INT64 -> 2;
      case FLOAT32 -> 3;
      case FLOAT64 -> 4;
      case STRING -> 5;
    };
  }

  private static void put(DataOutputStream to, Object value) throws IOException {
    if (value instanceof Integer number) {
      to.writeInt(number);
    } else if (value instanceof Long number) {
      to.writeLong(number);
    } else if (value instanceof Float number) {
      to.writeInt(Float.floatToRawIntBits(number));
    } else if (value instanceof Double number) {
      to.writeLong(Double.doubleToRawLongBits(number));
    } else {
      byte[] text = ((String) value).getBytes(UTF_8);
      to.writeShort(text.length);
      to.write(text);
    }
  }
}
