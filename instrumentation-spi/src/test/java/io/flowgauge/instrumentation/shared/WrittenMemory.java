package io.flowgauge.instrumentation.shared;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.instrumentation.Metric;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Shared memory as an agent writes it, with only 64 records; counter values are in a separate part.
 */
final class WrittenMemory {
  static final int RECORDS = 64;

  final ByteBuffer bytes =
      ByteBuffer.allocateDirect((int) SharedLayout.recordOffset(RECORDS))
          .order(ByteOrder.LITTLE_ENDIAN);

  final ByteBuffer counts =
      ByteBuffer.allocateDirect(RECORDS * SharedLayout.COUNTS_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  WrittenMemory() {
    bytes.putInt(SharedLayout.FLUSH_AT, 1);
  }

  SharedBytes shared() {
    SharedBytes records = new MappedBytes(bytes);
    SharedBytes counted = new MappedBytes(counts);
    return new SharedBytes() {
      @Override
      public int intAt(long at) {
        return records.intAt(at);
      }

      @Override
      public void read(long at, ByteBuffer to) {
        boolean isCounts = at >= SharedLayout.COUNTS_AT;
        (isCounts ? counted : records).read(isCounts ? at - SharedLayout.COUNTS_AT : at, to);
      }
    };
  }

  /** Sets the state of a counter, which an agent writes when the counter is first requested. */
  void counterState(Metric counter, int state) {
    int k = Metric.counters().indexOf(counter);
    bytes.putInt(SharedLayout.COUNTER_STATE_AT + k * Integer.BYTES, state);
  }

  void thread(int number, int id, long first, String name) {
    int at = (int) SharedLayout.threadOffset(number);
    bytes.putInt(at, id).putLong(at + 8, first);
    bytes.put(at + 16, name.getBytes(UTF_8));
  }

  void overLimit(int region) {
    bytes.putInt((int) SharedLayout.regionOffset(region) + SharedLayout.REGION_FLAGS_AT, 4);
  }

  void removed(int region) {
    bytes.putInt((int) SharedLayout.regionOffset(region) + SharedLayout.REGION_FLAGS_AT, 2);
  }

  void lost(long... counts) {
    for (int k = 0; k < counts.length; k++) {
      bytes.putLong(SharedLayout.DROPPED_DEPTH_AT + 8 * k, counts[k]);
    }
  }

  /** Sets the number of the current flush. */
  void flush(int flush) {
    bytes.putInt(SharedLayout.FLUSH_AT, flush);
  }

  /** Adds a record of a thread, a region and its caller. */
  Entry record(int thread, int region, int parent) {
    int k = bytes.getInt(SharedLayout.USED_RECORDS_AT);
    bytes.putInt(SharedLayout.USED_RECORDS_AT, k + 1);
    int at = (int) SharedLayout.recordOffset(k);
    bytes.putInt(at + 8, thread).putInt(at + 12, region).putInt(at + 16, parent);
    bytes.putLong(at + 40, -1);
    return new Entry(at);
  }

  /** One record. */
  final class Entry {
    private final int at;

    private Entry(int at) {
      this.at = at;
    }

    /** Records a finished call, as an agent does. */
    Entry call(long ticks, long inside, long last) {
      bytes.putInt(at, bytes.getInt(at) + 1);
      VarHandle.fullFence();
      long min = bytes.getLong(at + 40);
      bytes.putLong(at + 40, Long.compareUnsigned(ticks, min) < 0 ? ticks : min);
      bytes.putLong(at + 48, Math.max(ticks, bytes.getLong(at + 48)));
      addLong(24, 1);
      addLong(32, ticks);
      addLong(56, inside);
      bytes.putLong(at + 64, last);
      int bucket = Math.min(63 - Long.numberOfLeadingZeros(Math.max(ticks, 1)), 43);
      addLong(160 + 8 * bucket, 1);
      bytes.putInt(at + 20, bytes.getInt(SharedLayout.FLUSH_AT));
      VarHandle.fullFence();
      bytes.putInt(at + 4, bytes.getInt(at + 4) + 1);
      return this;
    }

    private void addLong(int offset, long by) {
      bytes.putLong(at + offset, bytes.getLong(at + offset) + by);
    }

    /** Sets the value of a counter and the number of calls it was counted in. */
    Entry counted(Metric counter, long value, long calls) {
      int k = countsAt() + 16 * Metric.counters().indexOf(counter);
      counts.putLong(k, counts.getLong(k) + value).putLong(k + 8, counts.getLong(k + 8) + calls);
      return this;
    }

    /** Sets how long the processor's counters were enabled, and how long they counted. */
    Entry scheduled(long enabled, long running) {
      counts.putLong(countsAt() + 112, enabled).putLong(countsAt() + 120, running);
      return this;
    }

    private int countsAt() {
      long number = (at - SharedLayout.RECORDS_AT) / SharedLayout.RECORD_BYTES;
      return (int) number * SharedLayout.COUNTS_BYTES;
    }

    Entry cpu(long nanos, long calls) {
      addLong(80, nanos);
      addLong(88, calls);
      return this;
    }

    Entry open(long since) {
      bytes.putLong(at + 72, since);
      return this;
    }
  }
}
