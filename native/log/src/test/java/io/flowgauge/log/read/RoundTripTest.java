package io.flowgauge.log.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.format.Schemas;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundTripTest {
  record Logged(EventSchema schema, List<Object> values) {}

  interface Mixed {
    void log(String s, int i, long l, String t, float f, double d);
  }

  @TempDir Path folder;

  @Provide
  Arbitrary<List<Logged>> events() {
    return Schemas.any()
        .flatMap(
            schema -> {
              List<Arbitrary<Object>> values =
                  schema.fields().stream().map(Field::type).map(Schemas::value).toList();
              return Combinators.combine(values).as(v -> new Logged(schema, v));
            })
        .list()
        .ofMaxSize(30);
  }

  @Property(tries = 200)
  void events_whateverWasLogged_isReadBack(@ForAll("events") List<Logged> logged)
      throws IOException {
    Path file = Files.createTempFile("flowgauge", ".nlb");
    try (EventLog log = EventLog.to(file).buffer(1 << 18).open()) {
      for (Logged event : logged) {
        log.declare(event.schema).log(event.values.toArray());
      }
    }
    try {
      List<LogEvent> read = Logs.events(file);

      assertThat(read.stream().map(LogEvent::schema))
          .isEqualTo(logged.stream().map(Logged::schema).toList());
      assertThat(read.stream().map(e -> List.copyOf(values(e))))
          .isEqualTo(logged.stream().map(Logged::values).toList());
    } finally {
      Files.delete(file);
    }
  }

  private static List<Object> values(LogEvent event) {
    return IntStream.range(0, event.schema().fields().size()).mapToObj(event::value).toList();
  }

  @Test
  void cursor_typedForm_givesEveryValue() throws IOException {
    Path file = folder.resolve("mixed.nlb");
    EventSchema schema =
        EventSchema.named("mixed")
            .string("s")
            .int32("i")
            .lifeline("l")
            .string("t")
            .float32("f")
            .float64("d")
            .constant("PROG", "p")
            .build();
    Instant before = Instant.now();
    try (EventLog log = EventLog.to(file).host("h").program("p").open()) {
      Mixed mixed = log.declare(schema).as(MethodHandles.lookup(), Mixed.class);
      mixed.log("größe", -1, Long.MIN_VALUE, null, 0.5f, -0.0);
      mixed.log("", Integer.MAX_VALUE, 0, "\ud83d\ude00", Float.NaN, Double.MIN_VALUE);
    }

    try (LogReader log = LogReader.open(file)) {
      EventCursor events = log.cursor();
      assertThat(events.next()).isTrue();
      assertThat(events.schema()).isEqualTo(schema);
      assertThat(events.string(0)).isEqualTo("größe");
      assertThat(events.int32(1)).isEqualTo(-1);
      assertThat(events.int64(1)).isEqualTo(-1);
      assertThat(events.int64(2)).isEqualTo(Long.MIN_VALUE);
      assertThat(events.string(3)).isEmpty();
      assertThat(events.float32(4)).isEqualTo(0.5f);
      assertThat(events.float64(4)).isEqualTo(0.5);
      assertThat(events.float64(5)).isEqualTo(-0.0);
      assertThat(events.event().time()).isBetween(before.minusMillis(1), Instant.now());
      assertThat(events.source().orElseThrow().host()).isEqualTo("h");
      assertThat(events.source().orElseThrow().processId())
          .isEqualTo(ProcessHandle.current().pid());
      assertThat(events.source().orElseThrow().thread())
          .isEqualTo(Thread.currentThread().getName());
      assertThat(events.next()).isTrue();
      assertThat(events.event().values().toString())
          .isEqualTo("{s=, i=2147483647, l=0, t=\ud83d\ude00, f=NaN, d=4.9E-324, PROG=p}");
      assertThat(events.next()).isFalse();
      assertThat(events.next()).isFalse();
    }
  }

  @Test
  void cursor_otherType_throws() throws IOException {
    Path file = folder.resolve("one.nlb");
    Logs.write(file, 1, 1);

    try (LogReader log = LogReader.open(file)) {
      EventCursor events = log.cursor();
      assertThatThrownBy(events::timeNanos).isInstanceOf(IllegalStateException.class);
      assertThat(events.next()).isTrue();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> events.int64(1))
          .withMessage("field string text is not of type int64");
      assertThatThrownBy(() -> events.int32(2)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void events_dynamicAndBracket_areReadBack() throws IOException {
    Path file = folder.resolve("dynamic.nlb");
    long id;
    try (EventLog log = EventLog.open(file)) {
      log.event("a.b").with("i", 1).with("l", 2L).with("f", 3f).with("d", 4.0).with("s", "5").log();
      id = log.bracket("transfer").start();
      log.bracket("transfer").end(id, -1);
      log.event("c").lifeline("id", id).log();
    }

    List<LogEvent> events = Logs.events(file);

    assertThat(events.get(0).values().toString()).isEqualTo("{i=1, l=2, f=3.0, d=4.0, s=5}");
    assertThat(events.stream().map(LogEvent::name))
        .containsExactly("a.b", "transfer.start", "transfer.end", "c");
    assertThat(events.stream().skip(1).map(e -> e.lifeline().orElseThrow())).containsOnly(id);
    assertThat(events.get(2).value("status")).contains(-1);
  }

  /** Enough events for many blocks, repeated descriptions, and several rounds of the ring. */
  @Test
  void cursor_manyBlocks_givesAllInOrder() throws IOException {
    Path file = folder.resolve("many.nlb");
    int count = 1_500_000;
    try (EventLog log = EventLog.to(file).buffer(1 << 24).open()) {
      DeclaredEvent type = log.declare(EventSchema.named("e").int64("n").float64("d").build());
      LongEvent event = type.as(MethodHandles.lookup(), LongEvent.class);
      for (int k = 0; k < count; k++) {
        event.log(k, -k);
        if (k % 500_000 == 0) {
          Logs.flush(log);
        }
      }
    }

    try (LogReader log = LogReader.open(file)) {
      EventCursor events = log.cursor();
      long last = Long.MIN_VALUE;
      for (int k = 0; k < count; k++) {
        assertThat(events.next()).isTrue();
        check(events, k, last);
        last = events.timeNanos();
      }
      assertThat(events.next()).isFalse();
      assertThat(log.losses()).isEmpty();
      assertThat(log.streams()).hasSize(1);
      assertThat(log.streams().get(0).complete()).isTrue();
      assertThat(log.blocks().parallel().mapToLong(RoundTripTest::count).sum()).isEqualTo(count);
    }
  }

  interface LongEvent {
    void log(long n, double d);
  }

  private static void check(EventCursor events, int k, long last) {
    if (events.int64(0) != k || events.float64(1) != -k || events.timeNanos() < last) {
      throw new AssertionError("event " + k + " is " + events.event());
    }
  }

  private static long count(EventCursor events) {
    long count = 0;
    try {
      while (events.next()) {
        count++;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return count;
  }
}
