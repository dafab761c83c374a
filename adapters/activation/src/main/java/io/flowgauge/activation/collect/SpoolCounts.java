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
  /** The kinds of counts, in the order of the file. */
  public enum Kind {
    /** Position up to which the consumer has acknowledged everything. */
    ACKNOWLEDGED,
    /** Events appended to the spool since its beginning. */
    BUFFERED,
    /** Events there was no room for. */
    REFUSED,
    /** Events that never arrived from the applications. */
    MISSING,
    /**
     * One more than the size of the destination file when that much was acknowledged; 0 while there
     * is no such file.
     */
    FILE_END,
    /** Position after the last committed block; after a restart, what follows is cut off. */
    END,
    /** The log of the last application block that was committed. */
    SOURCE_LOG,
    /** The stream of that block. */
    SOURCE_STREAM,
    /** The number of that block in its stream. */
    SOURCE_NUMBER
  }

  private static final int BYTES = (Kind.values().length + 1) * Long.BYTES;

  private final RandomAccessFile file;
  private final Map<Kind, Long> values = new EnumMap<>(Kind.class);
  private boolean changed = true;

  SpoolCounts(RandomAccessFile file) throws IOException {
    this.file = file;
    if (file.length() >= Long.BYTES && file.length() <= BYTES) {
      load((int) file.length());
    }
  }

  /** Reads the counts; files of earlier versions have fewer kinds. */
  private void load(int length) throws IOException {
    byte[] bytes = new byte[length];
    file.seek(0);
    file.readFully(bytes);
    ByteBuffer from = ByteBuffer.wrap(bytes);
    int valueBytes = length - Long.BYTES;
    if (from.getLong(valueBytes) == checksum(bytes, valueBytes)) {
      for (int k = 0; k < valueBytes / Long.BYTES; k++) {
        values.put(Kind.values()[k], from.getLong());
      }
    }
  }

  private static long checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return crc.getValue();
  }

  boolean has(Kind kind) {
    return values.containsKey(kind);
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
    to.putLong(checksum(bytes, BYTES - Long.BYTES));
    file.seek(0);
    file.write(bytes);
    changed = false;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
