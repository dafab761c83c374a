package io.flowgauge.instrumentation.shared;

import java.nio.ByteBuffer;

/**
 * A copy of what was counted during the calls of one record; its numbers are valid whatever the
 * bytes are.
 */
final class SharedCounts {
  /** The counts of a record without counters. */
  static final SharedCounts NONE = new SharedCounts(ByteBuffer.allocate(SharedLayout.COUNTS_BYTES));

  private static final int ENTRY_BYTES = 2 * Long.BYTES;

  final long[] values = new long[SharedLayout.COUNTERS];
  final long[] calls = new long[SharedLayout.COUNTERS];

  /** How long the processor's counters were wanted, and how long of that they were counting. */
  final long enabled;

  final long running;

  SharedCounts(ByteBuffer bytes) {
    for (int k = 0; k < values.length; k++) {
      values[k] = Math.max(bytes.getLong(k * ENTRY_BYTES), 0);
      calls[k] = Math.max(bytes.getLong(k * ENTRY_BYTES + Long.BYTES), 0);
    }
    enabled = Math.max(bytes.getLong(values.length * ENTRY_BYTES), 0);
    running = Math.max(bytes.getLong(values.length * ENTRY_BYTES + Long.BYTES), 0);
  }
}
