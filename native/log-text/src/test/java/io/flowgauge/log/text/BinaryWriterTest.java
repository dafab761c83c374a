package io.flowgauge.log.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.read.LogStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinaryWriterTest {
  private static final EventSchema TEXT = EventSchema.named("note").string("text").build();

  /** Longest text: the largest message without a head of 12 bytes and the text's length. */
  private static final int LONGEST = 65_535 - 14;

  @TempDir Path folder;

  /**
   * Generates events in any order of time, from sources with few or many events, and without
   * source.
   */
  @Provide
  Arbitrary<List<LogEvent>> events() {
    Arbitrary<Long> times =
        Arbitraries.oneOf(
            Arbitraries.longs().between(0, 100),
            Arbitraries.longs().between(-(1L << 62), 1L << 62));
    return Combinators.combine(RandomEvents.any(), times, Arbitraries.integers().between(0, 3))
        .as(BinaryWriterTest::event)
        .list()
        .ofMaxSize(40);
  }

  private static LogEvent event(LogEvent random, long time, int source) {
    Object[] values = new Object[random.schema().fields().size()];
    for (int k = 0; k < values.length; k++) {
      values[k] = random.value(k);
    }
    LogEvent event = LogEvent.of(time, random.schema(), values);
    return source == 0 ? event : event.from(source(source));
  }

  private static StreamIdentity source(int thread) {
    Optional<Instant> start =
        thread == 1 ? Optional.empty() : Optional.of(Instant.ofEpochSecond(1, 7));
    return new StreamIdentity("hö", "prog", 4711, start, thread, "thread-" + thread);
  }

  @Property(tries = 300)
  void write_anyEvents_readBackBySource(@ForAll("events") List<LogEvent> events)
      throws IOException {
    List<LogEvent> read = throughFile(write(events), LogReader::events);

    assertThat(bySource(read)).isEqualTo(bySource(events));
  }

  @Property(tries = 100)
  void write_eventsInOrderOfOneSource_readBackInOrder(@ForAll("events") List<LogEvent> events)
      throws IOException {
    List<LogEvent> same = events.stream().map(e -> e.from(source(2))).toList();

    assertThat(throughFile(write(same), LogReader::events)).isEqualTo(same);
  }

  @Property(tries = 50)
  void write_textToTheLimit_readsBackAndNoMore(@ForAll boolean wide) throws IOException {
    String longest = wide ? "é".repeat(LONGEST / 2) + "x" : "x".repeat(LONGEST);
    List<LogEvent> event = List.of(LogEvent.of(Long.MIN_VALUE, TEXT, longest));

    assertThat(throughFile(write(event), LogReader::events)).isEqualTo(event);
    assertRefused(LogEvent.of(7, TEXT, longest + "x"), "must be at most 65535 bytes");
  }

  private interface Read<T> {
    Stream<T> from(LogReader log) throws IOException;
  }

  private static <T> List<T> throughFile(byte[] log, Read<T> read) throws IOException {
    Path file = Files.createTempFile("flowgauge", ".nlb");
    try {
      Files.write(file, log);
      try (LogReader reader = LogReader.open(file)) {
        List<T> all = read.from(reader).toList();
        assertThat(reader.losses()).isEmpty();
        return all;
      }
    } finally {
      Files.delete(file);
    }
  }

  private static byte[] write(List<LogEvent> events) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (BinaryWriter writer = EventWriter.binary(out)) {
      writer.writeAll(TextForms.cursor(events));
    }
    return out.toByteArray();
  }

  private static Map<Optional<StreamIdentity>, List<LogEvent>> bySource(List<LogEvent> events) {
    return events.stream().collect(Collectors.groupingBy(LogEvent::source));
  }

  /** Thousands of types with repeated descriptions in many streams make blocks end early. */
  @Test
  void write_manyTypesAndSources_readBackInOrder() throws IOException {
    List<LogEvent> events = new ArrayList<>();
    for (int k = 0; k < 60_000; k++) {
      EventSchema schema =
          EventSchema.named("type" + k % 3000).int32("n").string("a-rather-long-name").build();
      LogEvent event = LogEvent.of(k, schema, k, "x".repeat(k % 700));
      events.add(k % 5 == 0 ? event : event.from(source(k % 11)));
    }
    byte[] log = write(events);

    assertThat(throughFile(log, LogReader::events)).isEqualTo(events);
    assertThat(throughFile(log, reader -> reader.streams().stream()))
        .hasSize(12)
        .allMatch(LogStream::complete);
  }

  @Test
  void write_typesBeyondTheLast_isRefused() throws IOException {
    try (BinaryWriter writer = EventWriter.binary(new ByteArrayOutputStream())) {
      for (int k = 1; k <= 65_535; k++) {
        writer.writeAll(TextForms.cursor(List.of(numbered(k))));
      }
      assertThatThrownBy(() -> writer.writeAll(TextForms.cursor(List.of(numbered(65_536)))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "event e65536 at 1970-01-01T00:00:00.000065536Z must be one of at most 65535 types,"
                  + " was type 65536");
      assertThat(writer.writeAll(TextForms.cursor(List.of(numbered(17))))).isOne();
    }
  }

  private static LogEvent numbered(int k) {
    return LogEvent.of(k, EventSchema.named("e" + k).build());
  }

  @Test
  void write_halfACharacter_isRefused() {
    assertRefused(LogEvent.of(7, TEXT, "a\ud800b"), "must be of texts that are valid Unicode");
    EventSchema constant = EventSchema.named("e").constant("c", "\udc00").build();
    assertRefused(LogEvent.of(7, constant), "must be of constants that are valid Unicode");
  }

  @Test
  void write_typeTooLarge_isRefused() {
    EventSchema large = EventSchema.named("e").constant("c", "x".repeat(65_536)).build();

    assertRefused(LogEvent.of(7, large), "must be described in at most 65535 bytes, was ");
  }

  @Test
  void write_sourceThatDoesNotFit_isRefused() {
    StreamIdentity longName =
        new StreamIdentity("h".repeat(5000), "p", 1, Optional.empty(), 1, "t");
    assertRefused(LogEvent.of(7, TEXT, "").from(longName), "must be from a source whose names");
  }

  private static void assertRefused(LogEvent event, String message) {
    LogEvent fine = LogEvent.of(1, TEXT, "fine");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      try (BinaryWriter writer = EventWriter.binary(out)) {
        assertThatThrownBy(() -> writer.writeAll(TextForms.cursor(List.of(event))))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith(
                "event " + event.name() + " at " + event.time() + " " + message);
        writer.writeAll(TextForms.cursor(List.of(fine)));
      }
      assertThat(throughFile(out.toByteArray(), LogReader::events)).containsExactly(fine);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void missing_ofKnownAndUnknownSource_isRecordedInTheLog() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (BinaryWriter writer = EventWriter.binary(out)) {
      writer.writeAll(TextForms.cursor(List.of(LogEvent.of(1, TEXT, "a").from(source(2)))));
      writer.missing(Optional.of(source(2)), 5);
      writer.missing(Optional.of(source(3)), 7);
      writer.missing(Optional.empty(), 0);
    }

    assertThat(throughFile(out.toByteArray(), reader -> reader.streams().stream()))
        .containsExactly(
            new LogStream(Optional.of(source(2)), 1, 0, 5, true),
            new LogStream(Optional.of(source(3)), 0, 0, 7, true));
  }

  @Test
  void write_noEvents_isAnEmptyLog() throws IOException {
    assertThat(throughFile(write(List.of()), LogReader::events)).isEmpty();
  }
}
