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
   */
  public OutputPart(Stream stream, long from, byte[] bytes) {
    this.stream = Objects.requireNonNull(stream, "stream");
    this.from = from;
    this.bytes = bytes.clone();
  }

  /**
   * To which stream.
   *
   * @return the stream
   */
  public Stream stream() {
    return stream;
  }

  /**
   * Where it begins.
   *
   * @return bytes of the stream before this part
   */
  public long from() {
    return from;
  }

  /**
   * Where the next part begins.
   *
   * @return bytes of the stream up to the end of this part; {@link #from()} if it is empty
   */
  public long end() {
    return from + bytes.length;
  }

  /**
   * What was written.
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
        && Arrays.equals(bytes, part.bytes);
  }

  @Override
  public int hashCode() {
    return Objects.hash(stream, from, Arrays.hashCode(bytes));
  }

  @Override
  public String toString() {
    return "OutputPart[" + stream + ", " + bytes.length + " bytes from " + from + "]";
  }
}
