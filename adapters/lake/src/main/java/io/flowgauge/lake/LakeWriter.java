package io.flowgauge.lake;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.RunLabel;
import io.flowgauge.store.document.RunDocument;
import io.flowgauge.store.spi.NewRun;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Adds runs to a lake. They are in the lake once this is closed, at the latest: files are completed
 * earlier after each million activities of a workflow's month, and when runs of more than four such
 * months are open. Other writers may add runs to the same lake at the same time. Needs no database.
 * Not thread-safe.
 *
 * <pre>{@code
 * try (var lake = LakeWriter.open(Path.of("lake"))) {
 *   lake.add(run, RunLabel.of("montage").version("2"));
 * }
 * }</pre>
 */
public final class LakeWriter implements AutoCloseable {
  /** The most parts open at a time; each holds some megabytes of rows in memory. */
  private static final int MOST_OPEN = 4;

  private static final long MOST_ACTIVITIES = 1_000_000;
  private static final int RANDOM_BITS = 21;

  private final Path lake;
  private final Map<Partition, LakePart> open = new LinkedHashMap<>();
  private long last;

  private LakeWriter(Path lake) {
    this.lake = lake;
  }

  /**
   * Opens a lake for writing.
   *
   * @param folder its folder, created if it is missing
   * @return a writer to it
   * @throws IOException if the folder cannot be created
   */
  public static LakeWriter open(Path folder) throws IOException {
    Objects.requireNonNull(folder, "folder");
    return new LakeWriter(Files.createDirectories(folder));
  }

  /**
   * Analyses a run and adds it. A run that the lake already has is stored twice but found once.
   *
   * @param run the run
   * @param label its label; if that names no workflow, the run's workflow name is used or, if that
   *     is blank, the run's own name
   * @return number of the run, larger than those of all runs added before
   * @throws IOException if it cannot be written; the message says what else is lost
   */
  public long add(WorkflowRun run, RunLabel label) throws IOException {
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(label, "label");
    return add(NewRun.of(Flowgauge.report(run), RunDocument.of(run), label, List.of()));
  }

  long add(NewRun run) throws IOException {
    last = Math.max(last + 1, nextId());
    LakeRun added = new LakeRun(last, run);
    Partition partition = added.partition();
    LakePart part = part(partition);
    try {
      part.add(added);
    } catch (IOException | RuntimeException e) {
      open.remove(partition);
      throw discardAsLost(part, e);
    }
    if (part.activities() >= MOST_ACTIVITIES) {
      publish(partition);
    }
    return last;
  }

  /**
   * Returns the time followed by random bits: larger for later runs, and different for runs that
   * two processes add at once.
   */
  private static long nextId() {
    long random = ThreadLocalRandom.current().nextInt(1 << RANDOM_BITS);
    return System.currentTimeMillis() << RANDOM_BITS | random;
  }

  private LakePart part(Partition partition) throws IOException {
    LakePart part = open.remove(partition);
    if (part == null) {
      if (open.size() == MOST_OPEN) {
        publish(open.keySet().iterator().next());
      }
      String name = HexFormat.of().toHexDigits(nextId()) + ".parquet";
      part = new LakePart(lake, partition, name);
    }
    // The part used last is published last.
    open.put(partition, part);
    return part;
  }

  private void publish(Partition partition) throws IOException {
    LakePart part = open.remove(partition);
    try {
      part.publish();
    } catch (IOException | RuntimeException e) {
      throw discardAsLost(part, e);
    }
  }

  private IOException discardAsLost(LakePart part, Exception cause) {
    discard(part, cause);
    return runsLost(part.runs(), cause);
  }

  /** Removes the files that were not published. */
  private static void discard(LakePart part, Exception cause) {
    try {
      part.close();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  private IOException runsLost(long runs, Exception cause) {
    return new IOException(
        runs
            + (runs == 1 ? " run was" : " runs were")
            + " not written to lake "
            + lake
            + ": "
            + reason(cause),
        cause);
  }

  /** Returns what went wrong. The message of a file error may be only the name of the file. */
  private static String reason(Exception cause) {
    return cause instanceof IOException && !(cause instanceof FileSystemException)
        ? cause.getMessage()
        : cause.toString();
  }

  /**
   * Completes the files.
   *
   * @throws IOException if some runs cannot be written; the others are in the lake
   */
  @Override
  public void close() throws IOException {
    flush();
  }

  /** Completes the files; the next run begins new ones. */
  void flush() throws IOException {
    List<Exception> causes = new ArrayList<>();
    long lost = 0;
    for (LakePart part : open.values()) {
      try {
        part.publish();
      } catch (IOException | RuntimeException e) {
        discard(part, e);
        causes.add(e);
        lost += part.runs();
      }
    }
    open.clear();
    if (!causes.isEmpty()) {
      Exception first = causes.remove(0);
      causes.forEach(first::addSuppressed);
      throw runsLost(lost, first);
    }
  }

  @Override
  public String toString() {
    return "LakeWriter[" + lake + "]";
  }
}
