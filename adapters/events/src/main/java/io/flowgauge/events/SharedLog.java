package io.flowgauge.events;

import io.flowgauge.log.write.EventLog;
import io.flowgauge.log.write.LogCounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A use of the event log of a file. All uses of one file in a process share one log, which is
 * closed with the last of them: so several adapters, or an appender in two versions of a
 * configuration, write one file. Thread-safe.
 */
public final class SharedLog implements AutoCloseable {
  private static final Map<Path, Open> OPEN = new HashMap<>();

  /** A log and how often it is used; guarded by the map. */
  private static final class Open {
    final EventLog log;
    int uses;

    Open(EventLog log) {
      this.log = log;
    }
  }

  private final Path file;
  private final EventLog log;
  private boolean closed;

  private SharedLog(Path file, EventLog log) {
    this.file = file;
    this.log = log;
  }

  /**
   * Begins to use the log of a file; appends to one that exists.
   *
   * @param file the file, {@code .nlb} by custom
   * @return a use, to be closed
   * @throws IOException if the file cannot be opened for writing
   */
  public static SharedLog open(Path file) throws IOException {
    Path key = file.toAbsolutePath().normalize();
    synchronized (OPEN) {
      Open open = OPEN.get(key);
      if (open == null) {
        open = new Open(EventLog.open(key));
        OPEN.put(key, open);
      }
      open.uses++;
      return new SharedLog(key, open.log);
    }
  }

  /**
   * The log.
   *
   * @return the log, open until the last use is closed
   */
  public EventLog log() {
    return log;
  }

  /**
   * What became of its events.
   *
   * @return the counts of the log
   */
  public LogCounts counts() {
    return log.counts();
  }

  /** Ends this use; the last one closes the log. Ending it again does nothing. */
  @Override
  public void close() {
    synchronized (OPEN) {
      if (closed) {
        return;
      }
      closed = true;
      Open open = Objects.requireNonNull(OPEN.get(file), "open");
      open.uses--;
      if (open.uses > 0) {
        return;
      }
      OPEN.remove(file);
      log.close(); // Within the lock: who opens the file next must find it complete.
    }
  }

  @Override
  public String toString() {
    return "SharedLog[" + file + ", " + log + "]";
  }
}
