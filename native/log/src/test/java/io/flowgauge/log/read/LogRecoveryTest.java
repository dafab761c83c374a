package io.flowgauge.log.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.log.ring.GoldenRing;
import io.flowgauge.log.ring.RingFiles;
import io.flowgauge.log.ring.RingLayout;
import io.flowgauge.log.write.EventLog;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Events left in rings of dead processes go into the log, each once; rings of living processes are
 * left alone.
 */
@Timeout(120)
class LogRecoveryTest {
  private static final Duration NEVER = Duration.ofDays(1);
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

  @TempDir Path folder;
  private Path file;
  private Path rings;

  @BeforeEach
  void name() {
    file = folder.resolve("x.nlb");
    rings = RingFiles.folder(file);
  }

  private static List<Integer> golden() {
    return IntStream.range(3, 3 + GoldenRing.EVENTS).boxed().toList();
  }

  @Test
  void takeOver_writerAlive_leavesItsRingsAlone() throws IOException {
    try (EventLog log = EventLog.to(file).flushEvery(NEVER).open()) {
      Logs.log(log.declare(Logs.NUMBERED), 0, 5);

      assertThat(LogRecovery.takeOver(file)).isEqualTo(Recovery.NONE);
      try (EventLog other = EventLog.to(file).flushEvery(NEVER).open()) {
        assertThat(other.recovery()).isEqualTo(Recovery.NONE);
        Logs.log(other.declare(Logs.NUMBERED), 5, 7);
        assertThat(Logs.events(file)).hasSize(7);
      }
      assertThat(rings).exists();
    }
    assertThat(rings).doesNotExist();
    assertThat(Logs.events(file)).hasSize(7);
  }

  /** A log that cannot be written keeps its events in rings, for the next process. */
  @Test
  void close_diskFull_leavesEventsForTheNext() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full));
    EventLog log = EventLog.to(full).rings(rings).open();
    Logs.log(log.declare(Logs.NUMBERED), 0, 5);
    log.close();

    assertThat(log.counts().failure()).isPresent();
    assertThat(log.counts().written() + log.counts().dropped()).isZero();
    try (LogReader reader = LogReader.open(rings)) {
      assertThat(Logs.numbers(reader)).isEqualTo(List.of(0, 1, 2, 3, 4));
    }
    try (EventLog next = EventLog.open(file)) {
      assertThat(next.recovery()).isEqualTo(new Recovery(1, 5, List.of()));
    }
    try (LogReader reader = LogReader.open(file)) {
      assertThat(Logs.numbers(reader)).isEqualTo(List.of(0, 1, 2, 3, 4));
      assertThat(reader.streams()).allMatch(LogStream::complete);
      assertThat(reader.losses()).isEmpty();
    }
    assertThat(rings).doesNotExist();
  }

  @Test
  void takeOver_damagedRing_appendsWhatIsSoundAndKeepsTheRest() throws IOException {
    byte[] bytes = GoldenRing.ring(ORDER);
    bytes[RingLayout.RING + 156 + 2 * 11] = (byte) 253; // The head of the third event.
    Path ring = GoldenRing.write(rings, ORDER);
    Files.write(ring, bytes);
    Files.createFile(rings.resolve("7.lock"));

    Recovery recovery = LogRecovery.takeOver(file);
    assertThat(recovery.events()).isBetween(1L, GoldenRing.EVENTS - 1L);
    assertThat(recovery.losses()).hasSize(1);
    assertThat(rings.resolve("7-0.ring.damaged")).exists();
    try (LogReader log = LogReader.open(file)) {
      assertThat(Logs.numbers(log)).isEqualTo(golden().subList(0, (int) recovery.events()));
    }
    assertThat(LogRecovery.takeOver(file)).isEqualTo(Recovery.NONE);
  }

  /**
   * As if killed after appending and before deleting the rings: a second recovery adds nothing
   * twice.
   */
  @Test
  void takeOver_again_appendsNothingTwice() throws IOException {
    for (int k = 0; k < 2; k++) {
      GoldenRing.write(rings, ORDER);
      Files.createFile(rings.resolve("7.lock"));
      Recovery recovery = LogRecovery.takeOver(file);
      assertThat(recovery.events()).isEqualTo(k == 0 ? GoldenRing.EVENTS : 0);
      assertThat(Logs.events(file)).hasSize(GoldenRing.EVENTS);
    }
  }

  /** The log has only part of the ring's events, or was cut off in the middle of them. */
  @Test
  void events_logCutAnywhereRingThere_areAllThereOnce() throws IOException {
    GoldenRing.write(rings, ORDER);
    Files.createFile(rings.resolve("7.lock"));
    LogRecovery.takeOver(file);
    byte[] taken = Files.readAllBytes(file);
    for (int length = 0; length < taken.length; length += 7) {
      GoldenRing.write(rings, ORDER);
      Files.createFile(rings.resolve("7.lock"));
      Files.write(file, Arrays.copyOf(taken, length));

      try (LogReader log = LogReader.open(file)) {
        assertThat(Logs.numbers(log)).as("cut at %d", length).isEqualTo(golden());
        assertThat(Logs.lostEvents(log)).as("cut at %d", length).isEqualTo(3);
      }
      LogRecovery.takeOver(file);
      try (LogReader log = LogReader.open(file)) {
        assertThat(Logs.numbers(log)).as("cut at %d", length).isEqualTo(golden());
        assertThat(Logs.lostEvents(log)).as("cut at %d", length).isEqualTo(3);
      }
    }
  }

  /**
   * Whatever the bytes of a ring, recovery neither fails nor hangs, and appends exactly the events
   * that a reader sees.
   */
  @Test
  void takeOver_anyBytesInRing_appendsWhatIsRead() throws IOException {
    Random random = new Random(4711);
    for (int k = 0; k < 100; k++) {
      byte[] bytes = GoldenRing.ring(ORDER);
      int changes = 1 + random.nextInt(40);
      for (int n = 0; n < changes; n++) {
        bytes[RingLayout.RING + random.nextInt(256)] = (byte) random.nextInt();
      }
      Files.deleteIfExists(file);
      Files.write(GoldenRing.write(rings, ORDER), bytes);
      Files.createFile(rings.resolve("7.lock"));
      List<Integer> before;
      try (LogReader log = LogReader.open(rings)) {
        before = Logs.numbers(log);
      }
      assertThat(LogRecovery.takeOver(file).events()).isEqualTo(before.size());
      try (LogReader log = LogReader.open(file)) {
        assertThat(Logs.numbers(log)).isEqualTo(before);
      }
      Files.deleteIfExists(rings.resolve("7-0.ring.damaged"));
    }
  }
}
