package io.flowgauge.events;

import io.flowgauge.log.write.EventLog;
import io.flowgauge.log.write.LogCounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A use of a file's event log. All uses of a file in a process share one log, which closes with the
 * last of them, so several adapters, or an appender in two versions of a configuration, can write
 * one file. Thread-safe.
 */
public final class SharedLog implements AutoCloseable {
  private static final Map<Path, Open> OPEN = new HashMap<>();

  /** A log and its number of uses; guarded by the map. */
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
   * Begins to use a file's log; appends if the file exists.
   *
   * @param file the file, by convention {@code .nlb}
   * @return a use, to be closed
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

  /** Returns the log, which stays open until the last use is closed. */
  public EventLog log() {
    return log;
  }

  /** Counts what happened to its events. */
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
      log.close(); // Within the lock: the next one to open the file must find it complete.
    }
  }

  @Override
  public String toString() {
    return "SharedLog[" + file + ", " + log + "]";
  }
}
