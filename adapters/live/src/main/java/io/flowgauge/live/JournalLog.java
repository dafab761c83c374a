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

  /** Longer than events wait to be written where nothing is wrong. */
  private static final long WAIT_NANOS = Duration.ofSeconds(3).toNanos();

  private final Path file;
  private final EventLog log;
  private final Set<String> runs = new HashSet<>();
  private final Set<String> forgotten = new HashSet<>();
  private volatile boolean isClosed;

  /** When it was first seen that something is wrong. */
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

  /** Whether it contains events of an id that no longer count. */
  boolean hasForgotten(String id) {
    return forgotten.contains(id);
  }

  /** How many events are missing in it so far. */
  long missing() {
    return log.counts().dropped();
  }

  /**
   * What is wrong with it for a run; empty if nothing is. Logging neither fails nor waits: so this
   * is where a full disk shows.
   *
   * @param missingBefore how many events were missing when the run began
   * @param recordedNanos when something was recorded of it last, by {@link System#nanoTime}
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
    if (counts.failure().isPresent() && !isClosed) { // Their number grows still.
      return file + " cannot be written, and events are missing in it" + why;
    }
    String events = counts.dropped() == 1 ? " event" : " events";
    return file + " lacks " + counts.dropped() + events + ", for which there was no room" + why;
  }

  /** Without the class of the exception. */
  private static String reason(String failure) {
    return ": " + failure.replaceFirst("^[\\w.]+Exception: ", "");
  }

  RunRecorder logged(String id, String name, RunRecorder recorder) {
    runs.add(id);
    return RunLog.begin(log, id, name).alongside(recorder);
  }

  /** Forgets a run; returns whether that leaves no run. */
  boolean forget(String id) {
    if (runs.remove(id)) {
      forgotten.add(id);
      log.declare(FORGOTTEN).log(id);
      return runs.isEmpty();
    }
    return false;
  }

  void close() {
    log.close();
    isClosed = true;
  }

  void delete() throws IOException {
    log.close();
    Files.deleteIfExists(file);
  }
}
