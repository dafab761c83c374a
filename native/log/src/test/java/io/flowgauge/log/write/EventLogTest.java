package io.flowgauge.log.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.trigger.TriggerEntry;
import io.flowgauge.log.trigger.TriggerFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EventLogTest {
  private static final EventSchema NUMBER = EventSchema.named("number").int32("n").build();

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("test.nlb");
  }

  @Test
  void open_folderMissing_throws() {
    assertThatThrownBy(() -> EventLog.open(folder.resolve("missing").resolve("x.nlb")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void builder_settingOutOfRange_throws() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EventLog.to(file()).buffer(300_000))
        .withMessage("bytes must be a power of two from 2^17 to 2^28, was 300000");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EventLog.to(file()).flushEvery(Duration.ZERO))
        .withMessage("interval must be more than zero and at most a day, was PT0S");
  }

  @Test
  void log_nothing_leavesAnEmptyFile() throws IOException {
    EventLog.open(file()).close();

    assertThat(file()).isEmptyFile();
  }

  @Test
  void log_slowly_isWrittenWithinTheInterval() throws Exception {
    try (EventLog log = EventLog.to(file()).flushEvery(Duration.ofMillis(5)).open()) {
      log.declare(NUMBER).log(1);
      while (log.counts().written() == 0) {
        Thread.sleep(1);
      }
      assertThat(Files.size(file())).isEqualTo(log.counts().bytes());
    }
  }

  @Test
  void close_twice_isDoneOnce() {
    EventLog log = open();
    log.declare(NUMBER).log(1);
    log.close();
    long bytes = log.counts().bytes();
    log.close();

    assertThat(log.counts()).isEqualTo(new LogCounts(1, 0, bytes, Optional.empty()));
  }

  private EventLog open() {
    try {
      return EventLog.open(file());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * With a disk that is full from the start, events stay until the ring is full, and every lost one
   * is counted.
   */
  @Test
  void log_diskFull_dropsCountsAndReports() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full));
    EventLog log = EventLog.to(full).buffered().open();
    DeclaredEvent type = log.declare(NUMBER);
    int events = 100_000;
    for (int k = 0; k < events; k++) {
      type.log(k);
    }

    assertThat(log.flush()).isFalse();
    assertThat(log.counts().failure()).isPresent();
    assertThat(log.counts().dropped()).isPositive();
    log.close();

    assertThat(log.counts().written()).isZero();
    assertThat(log.counts().dropped()).isEqualTo(events);
  }

  @Test
  void flush_forced_isDoneAsUsual() throws Exception {
    try (EventLog log = EventLog.to(file()).forced().flushEvery(Duration.ofMillis(5)).open()) {
      DeclaredEvent type = log.declare(NUMBER);
      for (int k = 0; k < 20; k++) {
        type.log(k);
        assertThat(log.flush()).isTrue();
        assertThat(log.counts().written()).isEqualTo(k + 1);
      }
      assertThat(log.counts().failure()).isEmpty();
    }
  }

  /** Neither the start of the background thread nor an earlier flush ends a block. */
  @Test
  void flush_intervalNotOver_endsTheOnlyBlock() throws Exception {
    for (int run = 0; run < 50; run++) {
      Path file = folder.resolve(run + ".nlb");
      try (EventLog log = EventLog.to(file).buffered().flushEvery(Duration.ofDays(1)).open()) {
        DeclaredEvent type = log.declare(NUMBER);
        for (int k = 0; k < 10; k++) {
          type.log(k);
          Thread.onSpinWait();
          type.log(k);
          assertThat(log.flush()).isTrue();
        }
      }
      try (LogReader reader = LogReader.open(file)) {
        assertThat(reader.blocks().map(EventLogTest::events).filter(n -> n > 0))
            .hasSize(10)
            .containsOnly(2);
      }
    }
  }

  private static int events(EventCursor block) {
    int events = 0;
    try {
      while (block.next()) {
        events++;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return events;
  }

  @Test
  void open_textTakenForALog_leavesItAsItIs() throws IOException {
    Path notes = Files.writeString(folder.resolve("notes.txt"), "to do\n");
    assertThatThrownBy(() -> EventLog.open(notes))
        .isInstanceOf(IOException.class)
        .hasMessage(
            notes + ": found a text file, expected an event log or no file; choose another path");
    assertThat(notes).hasContent("to do\n");
  }

  @Test
  void open_buffered_makesNoFolder() throws IOException {
    try (EventLog log = EventLog.to(file()).buffered().open()) {
      log.declare(NUMBER).log(1);
      assertThat(log.ringFailure()).isEmpty();
      try (var files = Files.list(folder)) {
        assertThat(files).containsExactly(file());
      }
    }
  }

  @Test
  void newLifeline_called_isNew() {
    try (EventLog log = open()) {
      assertThat(log.newLifeline()).isNotEqualTo(log.newLifeline());
    }
  }

  @Test
  void open_interruptPending_hasRingsInFilesAndKeepsTheInterrupt() throws IOException {
    Thread.currentThread().interrupt();
    try (EventLog log = EventLog.open(file())) {
      assertThat(Thread.interrupted()).isTrue();
      assertThat(log.ringFailure()).isEmpty();
    }
  }

  @Test
  void declare_interruptPending_describesTheTypeAndKeepsTheInterrupt() throws IOException {
    try (EventLog log = EventLog.open(file())) {
      Thread.currentThread().interrupt();
      log.declare(NUMBER);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(log.ringFailure()).isEmpty();
    }
  }

  @Test
  void flush_fileDeletedOrMovedOrEmptied_goesOnInAFileOfTheName() throws Exception {
    Path moved = folder.resolve("moved.nlb");
    try (EventLog log = EventLog.open(file())) {
      DeclaredEvent number = log.declare(NUMBER);
      for (int k = 0; k < 4; k++) { // The fourth block would not describe the events' type.
        number.log(k);
        log.flush();
      }
      Files.move(file(), moved);
      number.log(4);
      assertThat(log.flush()).isTrue();
      assertThat(numbers(moved)).containsExactly(0, 1, 2, 3);
      assertThat(numbers(file())).containsExactly(4);
      Files.delete(file());
      number.log(5);
      log.flush();
      Files.newOutputStream(file()).close();
      number.log(6);
      log.flush();
      assertThat(numbers(file())).containsExactly(6);
    }
  }

  @Test
  void triggered_switchedToOtherFiles_writesOrCountsEachEventOnce() throws Exception {
    int events = 40_000;
    Path trigger = folder.resolve("triggers");
    TriggerFile triggers = TriggerFile.at(trigger);
    triggers.replace("r", List.of(to(0)));
    EventLog log = EventLog.triggeredBy(trigger).pollEvery(Duration.ofMillis(2)).open();
    DeclaredEvent number = log.declare(NUMBER);
    while (!number.isEnabled()) {
      Thread.sleep(1);
    }
    for (int k = 1; k <= events; k++) {
      number.log(k);
      if (k % 1000 == 0) {
        triggers.replace("r", List.of(to(k / 1000 % 3)));
        LockSupport.parkNanos(1_000_000);
      }
    }
    log.close();
    long written = 0;
    for (int k = 0; k < 3; k++) {
      written += Files.exists(part(k)) ? numbers(part(k)).size() : 0;
    }
    assertThat(log.counts().written()).isEqualTo(written);
    assertThat(written + log.counts().dropped()).isEqualTo(events);
  }

  private TriggerEntry to(int k) {
    return TriggerEntry.of("*", "file:" + part(k)).withId("r");
  }

  private Path part(int k) {
    return folder.resolve("part" + k + ".nlb");
  }

  private static List<Integer> numbers(Path log) throws IOException {
    try (LogReader reader = LogReader.open(log)) {
      return reader.events().map(event -> (Integer) event.value(0)).toList();
    }
  }
}
