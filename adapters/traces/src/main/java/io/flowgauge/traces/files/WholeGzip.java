package io.flowgauge.traces.files;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Unpacks all members of a gzip file, and refuses trailing data other than padding zeros: it may be
 * a member whose header is damaged. Not thread-safe.
 */
final class WholeGzip extends GZIPInputStream {
  /** Length of the checksum and size that end a member. */
  private static final int TRAILER = 8;

  private boolean over;

  WholeGzip(InputStream packed, int buffer) throws IOException {
    super(packed, buffer);
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = super.read(into, offset, length);
    if (count < 0 && !over) {
      over = true;
      checkRest();
    }
    return count;
  }

  private void checkRest() throws IOException {
    for (int at = len - inf.getRemaining() + TRAILER; at < len; at++) {
      check(buf[at]);
    }
    for (int next = in.read(); next >= 0; next = in.read()) {
      check(next);
    }
  }

  private static void check(int next) throws ZipException {
    if (next != 0) {
      throw new ZipException("they are followed by other data");
    }
  }
}
