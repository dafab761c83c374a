package io.flowgauge.trace;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How far the reading of a run has come, for who waits for it in another thread. Thread-safe.
 *
 * <pre>{@code
 * ReadProgress progress = new ReadProgress();
 * timer.schedule(() -> show(progress.share()), 1, SECONDS);
 * WorkflowRun run = progress.during(() -> Flowgauge.read(path));
 * }</pre>
 *
 * <p>Files that {@link io.flowgauge.Flowgauge#open} opens count. A {@link RunReader} that opens
 * files in another way passes them through {@link #counted}.
 */
public final class ReadProgress {
  private static final ThreadLocal<ReadProgress> CURRENT = new ThreadLocal<>();

  private final AtomicLong size = new AtomicLong();
  private final AtomicLong read = new AtomicLong();

  /** Nothing has been read yet. */
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
   * Reads in this thread, and follows it.
   *
   * @param <T> what is read
   * @param reading reads; what it reads in other threads does not count
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
   * The share of its files that has been read. A run is put together after its last byte was read,
   * and some formats are read twice, so reading may go on at 1.
   *
   * @return 0 to 1; empty as long as it is not known what there is to read
   */
  public OptionalDouble share() {
    long all = size.get();
    return all == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.min(1, (double) read.get() / all));
  }

  /**
   * Says how much is going to be read; what was read before does not count. For those who provide
   * reading, without effect where nobody follows it.
   *
   * @param bytes the size of the files, as they are stored; 0 or more, 0 if it is not known
   */
  public static void expect(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("size is " + bytes + " bytes, expected 0 or more");
    }
    ReadProgress current = CURRENT.get();
    if (current != null) {
      current.size.set(0); // A share of one size and what was read of another would be wrong.
      current.read.set(0);
      current.size.set(bytes);
    }
  }

  /**
   * Counts what is read of a file, where somebody follows the reading of this thread.
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
      return false; // What is read again would count twice.
    }
  }
}
