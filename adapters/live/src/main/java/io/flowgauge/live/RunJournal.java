package io.flowgauge.live;

import static java.util.stream.Collectors.joining;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.runlog.LoggedRun;
import io.flowgauge.runlog.LoggedRuns;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The event logs of the runs that a monitor records. A log holds many runs, and a run may continue
 * in several logs; a log is deleted once all its runs have been forgotten. Thread-safe.
 */
final class RunJournal implements Closeable {
  /** Suffix of the names of event logs. */
  static final String SUFFIX = ".nlb";

  private static final String LOCK = "monitor.lock";

  /**
   * Size above which a new log is started, so that logs hold many runs but do not grow without
   * limit.
   */
  private static final long LARGE = 64L << 20;

  private final Path folder;
  private final FileChannel lock;
  private final List<JournalLog> logs = new ArrayList<>();

  private RunJournal(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Opens the logs in a folder, and reads the runs in them into recorders.
   *
   * @param recorders returns a recorder for each run found
   */
  static RunJournal open(Path folder, Function<LoggedRun, RunRecorder> recorders)
      throws IOException {
    Files.createDirectories(folder);
    RunJournal journal = new RunJournal(folder, locked(folder));
    try {
      journal.restore(recorders);
      return journal;
    } catch (IOException | RuntimeException e) {
      journal.close();
      throw e;
    }
  }

  private static FileChannel locked(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock held = channel.tryLock();
      if (held != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // Held by another monitor of this process.
      channel.close();
      throw inUse(folder, e);
    }
    channel.close();
    throw inUse(folder, null);
  }

  private static IOException inUse(Path folder, Exception cause) {
    return new IOException(folder + " is in use by another monitor; choose another folder", cause);
  }

  private void restore(Function<LoggedRun, RunRecorder> recorders) throws IOException {
    List<Path> files;
    try (Stream<Path> entries = Files.list(folder)) {
      files = entries.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
    }
    Map<String, RunRecorder> found = new HashMap<>();
    for (Path file : files) {
      JournalLog log = JournalLog.reopen(file);
      logs.add(log);
      // Reads each log separately: a run may have been forgotten in one and started again in
      // another.
      try (LoggedRuns runs = LoggedRuns.open(file)) {
        runs.readAll(
            run -> log.runs().contains(run.id()),
            run -> found.computeIfAbsent(run.id(), id -> recorders.apply(run)));
      }
    }
  }

  /** Returns the log for a run that begins, which must not contain forgotten events of its id. */
  private JournalLog logForNewRun(String id) throws IOException {
    JournalLog last = logs.isEmpty() ? null : logs.get(logs.size() - 1);
    if (last == null || last.size() > LARGE || last.hasForgotten(id)) {
      long number = System.currentTimeMillis();
      while (Files.exists(file(number))) {
        number++;
      }
      last = JournalLog.create(file(number));
      logs.add(last);
    }
    return last;
  }

  private Path file(long number) {
    return folder.resolve("runs-" + number + SUFFIX);
  }

  /**
   * Returns a recorder that also logs the run, and reports troubles of its log through the feed.
   */
  synchronized RunRecorder loggingRecorder(String id, String name, RecorderFeed feed)
      throws IOException {
    JournalLog log = logForNewRun(id);
    feed.setJournal(log);
    return log.loggingRecorder(id, name, feed.recorder());
  }

  /** Forgets a run; returns logs that contain only forgotten runs, which the caller deletes. */
  synchronized List<JournalLog> forget(String id) {
    List<JournalLog> empty = logs.stream().filter(log -> log.forget(id)).toList();
    logs.removeAll(empty);
    return empty;
  }

  /** Marks forgotten runs again in logs that had no room for it, if there is room now. */
  synchronized void markAgain() {
    logs.forEach(JournalLog::markAgain);
  }

  /**
   * Closes all logs.
   *
   * @throws IOException if forgotten runs may be back when they are opened again
   */
  @Override
  public synchronized void close() throws IOException {
    String back = logs.stream().flatMap(log -> log.close().stream()).collect(joining("; "));
    lock.close();
    if (!back.isEmpty()) {
      throw new IOException(back);
    }
  }
}
