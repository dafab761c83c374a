package io.flowgauge.activation.collect;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The counts of a request, stored in a small file that is overwritten in place, so that it can be
 * written even on a full disk. Not thread-safe.
 */
public final class SpoolCounts implements Closeable {
  /** The counters. */
  public enum Kind {
    /** Position up to which the consumer has everything. */
    ACKNOWLEDGED,
    /** Events in the spool, from the beginning. */
    BUFFERED,
    /** Events there was no room for. */
    REFUSED,
    /** Events that never came from the application. */
    MISSING,
    /**
     * One more than the size of the destination file when that much was acknowledged; 0 while there
     * is no such file.
     */
    FILE_END
  }

  private static final int VALUES_BYTES = Kind.values().length * Long.BYTES;
  private static final int BYTES = VALUES_BYTES + Long.BYTES;

  private final RandomAccessFile file;
  private final Map<Kind, Long> values = new EnumMap<>(Kind.class);
  private boolean changed = true;

  SpoolCounts(RandomAccessFile file) throws IOException {
    this.file = file;
    if (file.length() == BYTES) {
      load();
    }
  }

  private void load() throws IOException {
    byte[] bytes = new byte[BYTES];
    file.seek(0);
    file.readFully(bytes);
    ByteBuffer from = ByteBuffer.wrap(bytes);
    if (from.getLong(VALUES_BYTES) == checksum(bytes)) {
      for (Kind kind : Kind.values()) {
        values.put(kind, from.getLong());
      }
    }
  }

  private static long checksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, VALUES_BYTES);
    return crc.getValue();
  }

  long get(Kind kind) {
    return values.getOrDefault(kind, 0L);
  }

  void set(Kind kind, long value) {
    changed |= get(kind) != value;
    values.put(kind, value);
  }

  void add(Kind kind, long more) {
    set(kind, get(kind) + more);
  }

  /** Writes the counts, in the order of their kinds, if they have changed. */
  void store() throws IOException {
    if (!changed) {
      return;
    }
    byte[] bytes = new byte[BYTES];
    ByteBuffer to = ByteBuffer.wrap(bytes);
    for (Kind kind : Kind.values()) {
      to.putLong(get(kind));
    }
    to.putLong(checksum(bytes));
    file.seek(0);
    file.write(bytes);
    changed = false;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
