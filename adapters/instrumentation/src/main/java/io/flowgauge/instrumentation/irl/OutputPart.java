package io.flowgauge.instrumentation.irl;

import java.util.Arrays;
import java.util.Objects;

/**
 * A part of what a program has written to one of its streams, up to 256 KiB. Immutable and
 * thread-safe.
 */
public final class OutputPart {
  private final Stream stream;
  private final long from;
  private final byte[] bytes;
  private final long written;

  /** Which stream. */
  public enum Stream {
    /** Standard output. */
    OUTPUT,
    /** Standard error. */
    ERRORS
  }

  /**
   * Makes a part.
   *
   * @param stream the stream
   * @param from bytes of the stream before this part
   * @param bytes the part
   * @param written bytes of the stream when the part was read
   * @throws IllegalArgumentException if the part is not within the stream
   */
  public OutputPart(Stream stream, long from, byte[] bytes, long written) {
    this.stream = Objects.requireNonNull(stream, "stream");
    this.from = from;
    this.bytes = bytes.clone();
    this.written = written;
    if (from < 0 || from > written - bytes.length) {
      throw new IllegalArgumentException(
          bytes.length + " bytes from " + from + " cannot be a part of " + written);
    }
  }

  /**
   * Returns the stream it belongs to.
   *
   * @return the stream
   */
  public Stream stream() {
    return stream;
  }

  /**
   * Returns where it begins.
   *
   * @return number of bytes of the stream before this part
   */
  public long from() {
    return from;
  }

  /**
   * Returns where the next part begins.
   *
   * @return number of bytes of the stream up to the end of this part; {@link #from()} if it is
   *     empty
   */
  public long end() {
    return from + bytes.length;
  }

  /**
   * Returns how much the program had written when the part was read.
   *
   * @return number of bytes of the stream, {@link #end()} or more
   */
  public long written() {
    return written;
  }

  /**
   * Returns what was written.
   *
   * @return a copy of the bytes
   */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OutputPart part
        && stream == part.stream
        && from == part.from
        && written == part.written
        && Arrays.equals(bytes, part.bytes);
  }

  @Override
  public int hashCode() {
    return Objects.hash(stream, from, written, Arrays.hashCode(bytes));
  }

  @Override
  public String toString() {
    return "OutputPart[" + stream + ", " + bytes.length + " bytes from " + from + "]";
  }
}
