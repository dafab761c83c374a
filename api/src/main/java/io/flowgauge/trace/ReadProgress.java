package io.flowgauge.trace;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Shows another thread how much of a run has been read so far. Thread-safe.
 *
 * <pre>{@code
 * ReadProgress progress = new ReadProgress();
 * timer.schedule(() -> show(progress.share()), 1, SECONDS);
 * WorkflowRun run = progress.during(() -> Flowgauge.read(path));
 * }</pre>
 *
 * <p>Files opened with {@link io.flowgauge.Flowgauge#open} are counted. A {@link RunReader} that
 * opens files in another way must pass them through {@link #counted}.
 */
public final class ReadProgress {
  private static final ThreadLocal<ReadProgress> CURRENT = new ThreadLocal<>();

  private final AtomicLong size = new AtomicLong();
  private final AtomicLong read = new AtomicLong();

  /** Starts with nothing read. */
  public ReadProgress() {}

  /**
   * Reads something.
   *
   * @param <T> what was read
   */
  @FunctionalInterface
  public interface Reading<T> {

    /**
     * Reads it.
     *
     * @return what was read
     * @throws IOException if it cannot be read
     */
    T read() throws IOException;
  }

  /**
   * Reads in this thread and follows the progress.
   *
   * @param <T> what is read
   * @param reading does the reading; what it reads in other threads is not counted
   * @return what was read
   * @throws IOException if it cannot be read
   */
  public <T> T during(Reading<T> reading) throws IOException {
    ReadProgress outer = CURRENT.get();
    CURRENT.set(this);
    try {
      return reading.read();
    } finally {
      restore(outer);
    }
  }

  private static void restore(ReadProgress outer) {
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }

  /**
   * The fraction of the files that has been read. Reading may continue after this reaches 1,
   * because the run is assembled after its last byte is read and some formats are read twice.
   *
   * @return from 0 to 1; empty while the size of the files is unknown
   */
  public OptionalDouble share() {
    long all = size.get();
    return all == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.min(1, (double) read.get() / all));
  }

  /**
   * Announces how many bytes will be read from now on; bytes read before no longer count. For code
   * that provides reading; without effect if nobody follows the reading of this thread.
   *
   * @param bytes the size of the files as stored, 0 or more; 0 if unknown
   */
  public static void expect(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("size is " + bytes + " bytes, expected 0 or more");
    }
    ReadProgress current = CURRENT.get();
    if (current != null) {
      current.size.set(0); // No share may mix the new size with bytes read before.
      current.read.set(0);
      current.size.set(bytes);
    }
  }

  /**
   * Counts the bytes read from a file, if somebody follows the reading of this thread.
   *
   * @param in the file as it is stored, before it is unpacked
   * @return a stream of the same bytes
   */
  public static InputStream counted(InputStream in) {
    Objects.requireNonNull(in, "in");
    ReadProgress current = CURRENT.get();
    return current == null ? in : new Counted(in, current.read);
  }

  /** Adds the bytes that are read to a sum. */
  private static final class Counted extends FilterInputStream {
    private final AtomicLong sum;

    Counted(InputStream in, AtomicLong sum) {
      super(in);
      this.sum = sum;
    }

    @Override
    public int read() throws IOException {
      int read = in.read();
      sum.addAndGet(read < 0 ? 0 : 1);
      return read;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int count = in.read(into, offset, length);
      sum.addAndGet(Math.max(count, 0));
      return count;
    }

    @Override
    public long skip(long bytes) throws IOException {
      long skipped = in.skip(bytes);
      sum.addAndGet(skipped);
      return skipped;
    }

    @Override
    public boolean markSupported() {
      return false; // Bytes read again would count twice.
    }
  }
}
