package io.flowgauge.log.read;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An event is identified by its stream and its number in it, wherever it is found. */
class StreamIdTest {
  @TempDir Path folder;

  @Test
  void number_ofEvent_countsWithinItsStream() throws Exception {
    Path file = folder.resolve("a.nlb");
    try (EventLog log = EventLog.open(file)) {
      DeclaredEvent type = log.declare(Logs.NUMBERED);
      Thread other = new Thread(() -> write(log, type));
      other.start();
      write(log, type);
      other.join();
    }
    try (LogReader log = LogReader.open(file)) {
      Map<StreamId, Long> next = new HashMap<>();
      Map<Integer, Integer> values = new HashMap<>();
      EventCursor events = log.cursor();
      while (events.next()) {
        long expected = next.merge(events.stream().orElseThrow(), 1L, Long::sum) - 1;
        assertThat(events.number()).isEqualTo(expected);
        values.merge(events.int32(0), 1, Integer::sum);
      }
      // While another thread creates a ring, a thread writes into a shared one until it has its
      // own.
      assertThat(next).hasSizeGreaterThan(1).containsOnlyKeys(log.streamsById().keySet());
      assertThat(next.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(600);
      assertThat(values).hasSize(300);
      assertThat(values.values()).containsOnly(2);
      assertThat(List.copyOf(log.streamsById().values())).isEqualTo(log.streams());
      assertThat(next.keySet()).extracting(StreamId::logDigits).allMatch(d -> d.length() == 16);
    }
  }

  private static void write(EventLog log, DeclaredEvent type) {
    for (int n = 0; n < 300; n++) {
      type.log(n, "t");
      if (n % 100 == 0) {
        Logs.flush(log);
      }
    }
  }

  @Test
  void number_blockBeforeIsDamaged_staysTheSame() throws IOException {
    byte[] bytes = Logs.bytes(folder, 3, 10);
    bytes[new String(bytes, ISO_8859_1).indexOf("t15")] ^= 1;
    Path file = Files.write(folder.resolve("damaged.nlb"), bytes);
    try (LogReader log = LogReader.open(file)) {
      EventCursor events = log.cursor();
      int read = 0;
      for (; events.next(); read++) {
        assertThat(events.number()).isEqualTo(events.int32(0));
      }
      assertThat(read).isEqualTo(20);
    }
  }

  @Test
  void number_noCurrentEvent_isRefused() throws IOException {
    Path file = Files.write(folder.resolve("a.nlb"), Logs.bytes(folder, 1, 1));
    try (LogReader log = LogReader.open(file)) {
      EventCursor events = log.cursor();
      assertThatThrownBy(events::number).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(events::stream).isInstanceOf(IllegalStateException.class);
    }
  }
}
