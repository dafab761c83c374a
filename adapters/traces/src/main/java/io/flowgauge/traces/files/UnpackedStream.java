package io.flowgauge.traces.files;

import io.flowgauge.trace.TraceFormatException;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.ZipException;
import org.tukaani.xz.MemoryLimitException;
import org.tukaani.xz.XZIOException;

/**
 * The unpacked content of a packed file. Errors name the file and the fault; a decompression bomb
 * ends in an error. Not thread-safe.
 */
final class UnpackedStream extends InputStream {
  /** Size up to which the ratio is not checked. */
  private static final long FREE = 64L << 20;

  /**
   * Maximum ratio of unpacked to packed size: logs of a million equal lines unpack to about 300
   * times their size.
   */
  private static final long MAX_RATIO = 500;

  private static final long BYTES_PER_KIBIBYTE = 1 << 10;

  private final Path file;
  private final Packing packing;
  private final Counted packed;
  private InputStream unpacked;
  private long bytes;

  /** Creates the stream at the beginning of a packed file. */
  UnpackedStream(Path file, Packing packing, InputStream packed) {
    this.file = file;
    this.packing = packing;
    this.packed = new Counted(packed);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = unpack(into, offset, length);
    bytes += Math.max(count, 0);
    if (bytes > FREE && bytes / MAX_RATIO > packed.bytes) {
      throw error(
          packing.program() + " data that unpack to more than " + MAX_RATIO + " times their size",
          "a recorded run (unpack it first if it is one)",
          null);
    }
    return count;
  }

  /** Also reads the header, because reading it fails in the same ways. */
  private int unpack(byte[] into, int offset, int length) throws IOException {
    try {
      if (unpacked == null) {
        unpacked = packing.unpack(packed);
      }
      return unpacked.read(into, offset, length);
    } catch (EOFException e) {
      throw error("the early end of " + packing.program() + " data", "all of them", e);
    } catch (MemoryLimitException e) {
      String found = "xz data that take " + e.getMemoryNeeded() / BYTES_PER_KIBIBYTE + " MiB";
      throw error(
          found + " to unpack", "at most " + e.getMemoryLimit() / BYTES_PER_KIBIBYTE + " MiB", e);
    } catch (ZipException | XZIOException e) {
      String found = "damaged " + packing.program() + " data";
      String why = e.getMessage() == null ? "" : " (" + e.getMessage() + ")";
      throw error(found + why, "data that " + packing.program() + " -t accepts", e);
    }
  }

  private TraceFormatException error(String found, String expected, Throwable cause) {
    TraceFormatException error = new TraceFormatException(file.toString(), "", found, expected);
    error.initCause(cause);
    return error;
  }

  @Override
  public void close() throws IOException {
    if (unpacked == null) {
      packed.close();
    } else {
      unpacked.close();
    }
  }

  /** Counts the bytes read. */
  private static final class Counted extends FilterInputStream {
    private long bytes;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int read = in.read();
      bytes += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int count = in.read(into, offset, length);
      bytes += Math.max(count, 0);
      return count;
    }
  }
}
