package io.flowgauge.live;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.log.write.LogCounts;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.runlog.LoggedRun;
import io.flowgauge.runlog.LoggedRuns;
import io.flowgauge.runlog.RunLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * One event log of a {@link RunJournal}, with the runs in it. Not thread-safe, but any thread may
 * ask for its trouble.
 */
final class JournalLog {
  /** Size of the ring, sufficient for bursts of posts. */
  private static final int RING = 4 << 20;

  /** Marks a run as forgotten, because it is now kept elsewhere. */
  private static final EventSchema FORGOTTEN =
      EventSchema.named("live.forgotten").string("guid").build();

  /** Longer than events wait to be written when nothing is wrong. */
  private static final long WAIT_NANOS = Duration.ofSeconds(3).toNanos();

  private static final int FLUSHES = 10;
  private static final long PAUSE_MILLIS = 20;

  private final Path file;
  private final EventLog log;
  private final Set<String> runs = new HashSet<>();
  private final Set<String> forgotten = new HashSet<>();

  /** Forgotten runs whose marks may be missing in the log, because there was no room for them. */
  private final Set<String> unconfirmed = new HashSet<>();

  /** How many events were missing before these runs were last marked. */
  private long missingBeforeMarks;

  /** When they were, by {@link System#nanoTime}. */
  private long markedNanos;

  private volatile boolean isClosed;

  /** When {@link #trouble} first found something wrong, by {@link System#nanoTime}. */
  private OptionalLong troubledNanos = OptionalLong.empty();

  private JournalLog(Path file) throws IOException {
    this.file = file;
    log = EventLog.to(file).buffer(RING).open();
  }

  static JournalLog create(Path file) throws IOException {
    return new JournalLog(file);
  }

  /**
   * Opens a log with runs; events that a killed process left in its rings are then moved into it.
   */
  static JournalLog reopen(Path file) throws IOException {
    JournalLog made = new JournalLog(file);
    try (LoggedRuns found = LoggedRuns.open(file)) {
      found.list().stream().map(LoggedRun::id).forEach(made.runs::add);
      made.forgotten.addAll(forgotten(file));
      made.runs.removeAll(made.forgotten);
      return made;
    } catch (IOException e) {
      made.close();
      throw e;
    }
  }

  private static Set<String> forgotten(Path file) throws IOException {
    Set<String> ids = new HashSet<>();
    try (LogReader reader = LogReader.open(file)) {
      for (EventCursor event = reader.cursor(); event.next(); ) {
        if (event.schema().equals(FORGOTTEN)) {
          ids.add(event.string(0));
        }
      }
    }
    return ids;
  }

  Set<String> runs() {
    return runs;
  }

  long size() throws IOException {
    return Files.size(file);
  }

  /** Whether the log contains events of a forgotten run with this id, which no longer count. */
  boolean hasForgotten(String id) {
    return forgotten.contains(id);
  }

  /** Returns how many events are missing in the log so far. */
  long missing() {
    return log.counts().dropped();
  }

  /**
   * Returns what is wrong with the log as far as it affects a run; empty if nothing is. Logging
   * neither fails nor waits, so a full disk is noticed only here.
   *
   * @param missingBefore how many events were missing when the run was added to the log
   * @param recordedNanos when an event of the run was last seen to be recorded, by {@link
   *     System#nanoTime}
   */
  synchronized String trouble(long missingBefore, long recordedNanos) {
    LogCounts counts = log.counts();
    if (counts.dropped() == 0 && counts.failure().isEmpty()) {
      return "";
    }
    if (troubledNanos.isEmpty()) {
      troubledNanos = OptionalLong.of(System.nanoTime());
    }
    boolean wasBefore = counts.failure().isEmpty() && counts.dropped() == missingBefore;
    boolean wasWritten = troubledNanos.getAsLong() - recordedNanos > WAIT_NANOS;
    return wasBefore || wasWritten ? "" : words(counts);
  }

  private String words(LogCounts counts) {
    String why = counts.failure().map(JournalLog::reason).orElse("");
    if (counts.dropped() == 0) {
      return file + " cannot be written" + why;
    }
    if (counts.failure().isPresent() && !isClosed) { // The number is still growing.
      return file + " cannot be written, and events are missing in it" + why;
    }
    String events = counts.dropped() == 1 ? " event" : " events";
    return file + " lacks " + counts.dropped() + events + ", for which there was no room" + why;
  }

  /** Returns the reason of a failure, without the class of the exception. */
  private static String reason(String failure) {
    return ": " + failure.replaceFirst("^[\\w.]+Exception: ", "");
  }

  RunRecorder loggingRecorder(String id, String name, RunRecorder recorder) {
    runs.add(id);
    return RunLog.begin(log, id, name).alongside(recorder);
  }

  /** Forgets a run; returns whether it was the last one in the log. */
  boolean forget(String id) {
    if (runs.remove(id)) {
      forgotten.add(id);
      unconfirmed.add(id);
      mark();
      return runs.isEmpty();
    }
    return false;
  }

  /**
   * Marks forgotten runs again if their marks may be missing and the log can be written. To be
   * called about once a second.
   */
  void markAgain() {
    if (unconfirmed.isEmpty() || log.counts().failure().isPresent()) {
      return;
    }
    if (missing() != missingBeforeMarks) {
      mark();
    } else if (System.nanoTime() - markedNanos > WAIT_NANOS) {
      unconfirmed.clear();
    }
  }

  private void mark() {
    missingBeforeMarks = missing();
    markedNanos = System.nanoTime();
    unconfirmed.forEach(id -> log.declare(FORGOTTEN).log(id));
  }

  /**
   * Closes the log.
   *
   * @return a sentence that names the forgotten runs that could not be marked; empty if all are
   */
  Optional<String> close() {
    if (!isClosed && !unconfirmed.isEmpty()) {
      makeRoom();
      mark();
    }
    log.close();
    isClosed = true;
    boolean isMarked = unconfirmed.isEmpty() || missing() == missingBeforeMarks;
    return isMarked
        ? Optional.empty()
        : Optional.of(
            file
                + " has no room to say that these runs were forgotten, so they may be back: "
                + String.join(", ", unconfirmed));
  }

  /** Writes events to make room for others. Repeats it, because writing pauses after a failure. */
  private void makeRoom() {
    try {
      for (int left = FLUSHES; left > 0 && !log.flush(); left--) {
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void delete() throws IOException {
    log.close();
    Files.deleteIfExists(file);
  }
}
