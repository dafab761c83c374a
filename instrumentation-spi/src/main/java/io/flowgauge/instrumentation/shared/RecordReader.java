package io.flowgauge.instrumentation.shared;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Reads records that their threads may be writing. A writer increments {@code begin} before an
 * update and {@code end} after it; a copy is consistent if {@code end}, read before copying, equals
 * {@code begin}, read after. After some tries the copy is taken as it is, since a thread that ended
 * within an update never finishes it: each of its numbers was written by one instruction, so one is
 * at worst a call ahead of another. Not thread-safe.
 */
final class RecordReader {
  private static final int TRIES = 16;

  private final SharedBytes bytes;
  private final ByteBuffer copy = room(SharedLayout.RECORD_BYTES);
  private final ByteBuffer counts = room(SharedLayout.COUNTS_BYTES);

  RecordReader(SharedBytes bytes) {
    this.bytes = bytes;
  }

  private static ByteBuffer room(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns the number of records in use. */
  int used() {
    int used = bytes.intAt(SharedLayout.USED_RECORDS_AT);
    return Integer.compareUnsigned(used, SharedLayout.RECORDS) < 0 ? used : SharedLayout.RECORDS;
  }

  /**
   * Returns all records that have begun in the given regions, with counts in those that are
   * counted.
   */
  List<SharedRecord> all(IntPredicate regions, IntPredicate counted) {
    List<SharedRecord> records = new ArrayList<>();
    int used = used();
    for (int k = 0; k < used; k++) {
      SharedRecord record = record(k, regions, counted);
      if (record.isUsed()) {
        records.add(record);
      }
    }
    return records;
  }

  private SharedRecord record(int k, IntPredicate regions, IntPredicate counted) {
    long at = SharedLayout.recordOffset(k);
    boolean isCounted = false;
    for (int n = 0; n < TRIES; n++) {
      int end = bytes.intAt(at + SharedLayout.END_AT);
      bytes.read(at, copy);
      int region = copy.getInt(SharedLayout.REGION_AT);
      isCounted = regions.test(region) && counted.test(region);
      if (isCounted) {
        bytes.read(SharedLayout.countsOffset(k), counts);
      }
      if (bytes.intAt(at + SharedLayout.BEGIN_AT) == end) {
        break;
      }
    }
    return new SharedRecord(
        copy, isCounted ? new SharedCounts(counts) : SharedCounts.NONE, regions);
  }

  /**
   * Returns the region of a record, without copying the record; none if the record has not begun.
   */
  int regionOf(int k, IntPredicate regions) {
    long at = SharedLayout.recordOffset(k);
    int region = bytes.intAt(at + SharedLayout.REGION_AT);
    boolean begun =
        (bytes.intAt(at + SharedLayout.COUNT_AT)
                | bytes.intAt(at + SharedLayout.COUNT_AT + Integer.BYTES)
                | bytes.intAt(at + SharedLayout.OPEN_SINCE_AT)
                | bytes.intAt(at + SharedLayout.OPEN_SINCE_AT + Integer.BYTES))
            != 0;
    return begun && regions.test(region) ? region : SharedRecord.NONE;
  }

  int flushed(int k) {
    return bytes.intAt(SharedLayout.recordOffset(k) + SharedLayout.FLUSHED_AT);
  }

  int flush() {
    return bytes.intAt(SharedLayout.FLUSH_AT);
  }
}
