package io.flowgauge.instrumentation.jvm.sensor;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The open calls of one thread, and its records. A platform thread keeps its stack; a virtual
 * thread borrows one while it is inside a method with a sensor, so that a stack never has two
 * threads at a time. Not thread-safe.
 */
public final class CallStack {
  /** Follows no calls, as there is nothing to measure. */
  static final CallStack NONE = new CallStack(null, 0, false);

  /** As {@link #NONE}; marks threads, or moments of them, that are not to be measured. */
  static final CallStack MUTED = new CallStack(null, 0, false);

  private static final int MOST_CALLS = 1 << 14;

  /**
   * Calls shorter than that on average do not have their processor time taken: it costs a tenth.
   */
  private static final long CPU_FROM_NANOS = 50_000;

  /** So many calls have theirs taken in any case. */
  private static final long CPU_CALLS = 16;

  final SharedMemory memory;
  final int thread;
  private final boolean virtual;
  private final Edges edges = new Edges();

  /** How many calls are open; the number of the innermost. Read by instrumented methods. */
  public int depth;

  // Of the open calls, from 1.
  private int[] callEdges = new int[64];
  private long[] starts = new long[64];
  private long[] inside = new long[64];
  private long[] cpuStarts = new long[64];

  CallStack(SharedMemory memory, int thread, boolean virtual) {
    this.memory = memory;
    this.thread = thread;
    this.virtual = virtual;
  }

  /** A call begins. The clock is read last, so that this costs the call nothing. */
  void push(int region) {
    int call = depth + 1;
    if (call >= starts.length && !grow(call)) {
      depth = call;
      return;
    }
    int parent = call == 1 ? Layout.NO_REGION : edges.region(callEdges[call - 1]);
    int edge = edges.find(parent, region);
    if (edge == 0) {
      edge = newEdge(parent, region);
    }
    callEdges[call] = edge;
    inside[call] = 0;
    boolean cpu =
        !virtual && (memory.metrics[region] & Layout.CPU_ADAPTIVE) != 0 && !edges.isOpen(edge);
    cpuStarts[call] = cpu ? cpuStart(edge) : -1;
    depth = call;
    long now = System.nanoTime();
    starts[call] = now;
    open(edge, now);
  }

  private void open(int edge, long now) {
    ByteBuffer bytes = memory.bytes;
    if (bytes != null && edges.opened(edge) && edges.record(edge) != 0) {
      bytes.putLong(edges.record(edge) + Layout.OPEN_SINCE, now);
    }
  }

  /**
   * The stop probe: a call ends, by return or by exception. Calls within it that never ended are
   * given up.
   *
   * @param call its number, which was the depth after its begin
   */
  public void exit(int call) {
    if (memory == null || call > depth || call == 0) {
      return;
    }
    long now = System.nanoTime();
    if (call >= starts.length) {
      depth = call - 1;
      return;
    }
    while (depth > call) {
      abandon();
    }
    depth = call - 1;
    ByteBuffer bytes = memory.bytes;
    if (bytes != null) {
      end(bytes, call, now);
    }
    if (call == 1 && virtual) {
      leave();
    }
  }

  private void end(ByteBuffer bytes, int call, long now) {
    long took = now - starts[call];
    if (call > 1) {
      inside[call - 1] += took;
    }
    int edge = callEdges[call];
    boolean outermost = edges.closed(edge);
    int record = edges.record(edge);
    if (record != 0) {
      long cpu = cpuStarts[call] < 0 ? -1 : cpuNow() - cpuStarts[call];
      update(bytes, record, call, took, now, outermost, cpu);
      notice(bytes, record);
    }
  }

  /** The update of a record: begin + 1, the fields, end + 1; whoever reads between sees it. */
  private void update(
      ByteBuffer bytes, int record, int call, long took, long now, boolean outermost, long cpu) {
    int version = bytes.getInt(record + Layout.END) + 1;
    bytes.putInt(record + Layout.BEGIN, version);
    VarHandle.storeStoreFence();
    long count = bytes.getLong(record + Layout.COUNT) + 1;
    bytes.putLong(record + Layout.COUNT, count);
    add(bytes, record + Layout.TOTAL, took);
    if (count == 1 || took < bytes.getLong(record + Layout.MIN)) {
      bytes.putLong(record + Layout.MIN, took);
    }
    if (took > bytes.getLong(record + Layout.MAX)) {
      bytes.putLong(record + Layout.MAX, took);
    }
    add(bytes, record + Layout.INSIDE, inside[call]);
    bytes.putLong(record + Layout.LAST, now);
    if (outermost) {
      bytes.putLong(record + Layout.OPEN_SINCE, 0);
    } else {
      add(bytes, record + Layout.NESTED_COUNT, 1);
      add(bytes, record + Layout.NESTED, took);
    }
    if (cpu >= 0) {
      add(bytes, record + Layout.CPU, cpu);
      add(bytes, record + Layout.CPU_COUNT, 1);
    }
    add(bytes, record + Layout.HISTOGRAM + (bucket(took) << 3), 1);
    VarHandle.storeStoreFence();
    bytes.putInt(record + Layout.END, version);
  }

  private static void add(ByteBuffer bytes, int at, long what) {
    bytes.putLong(at, bytes.getLong(at) + what);
  }

  /** floor(log2(ticks)); 0 for none. */
  private static int bucket(long ticks) {
    int bucket = 63 - Long.numberOfLeadingZeros(ticks | 1);
    return bucket > Layout.LAST_BUCKET ? Layout.LAST_BUCKET : bucket;
  }

  /** Counts a record that changes for the first time since the last flush. */
  private void notice(ByteBuffer bytes, int record) {
    int flush = bytes.getInt(Layout.FLUSH);
    if (bytes.getInt(record + Layout.FLUSHED) != flush) {
      bytes.putInt(record + Layout.FLUSHED, flush);
      memory.increment(bytes, Layout.DIRTY);
    }
  }

  /** Gives up the innermost call, whose end was not seen. */
  private void abandon() {
    int call = depth--;
    ByteBuffer bytes = memory.bytes;
    if (call >= starts.length || bytes == null) {
      return;
    }
    int edge = callEdges[call];
    if (edges.closed(edge) && edges.record(edge) != 0) {
      bytes.putLong(edges.record(edge) + Layout.OPEN_SINCE, 0);
    }
    memory.count(Layout.ABORTED);
  }

  /** For a new thread, as the last one has ended, perhaps inside of calls. */
  void forgetOpen() {
    depth = 0;
    edges.forgetOpen();
  }

  private void leave() {
    Sensors.STACKS.set(null);
    memory.giveBack(this);
  }

  /** Makes room for more open calls; false if there are too many, which are then not measured. */
  private boolean grow(int call) {
    if (call >= MOST_CALLS) {
      memory.count(Layout.DROPPED_DEPTH);
      return false;
    }
    CallStack before = Sensors.mute();
    try {
      int length = Math.min(MOST_CALLS, starts.length * 2);
      // The starts last: their length is what is compared.
      callEdges = Arrays.copyOf(callEdges, length);
      inside = Arrays.copyOf(inside, length);
      cpuStarts = Arrays.copyOf(cpuStarts, length);
      starts = Arrays.copyOf(starts, length);
      return true;
    } finally {
      Sensors.unmute(before);
    }
  }

  private int newEdge(int parent, int region) {
    CallStack before = Sensors.mute();
    try {
      int record = memory.newRecord(thread, region, parent);
      return edges.add(parent, region, record);
    } finally {
      Sensors.unmute(before);
    }
  }

  /** The processor time now, or -1 if it is not to be taken of this call. */
  private long cpuStart(int edge) {
    int record = edges.record(edge);
    ByteBuffer bytes = memory.bytes;
    if (record == 0 || bytes == null) {
      return -1;
    }
    long count = bytes.getLong(record + Layout.COUNT);
    if (count >= CPU_CALLS && bytes.getLong(record + Layout.TOTAL) / count < CPU_FROM_NANOS) {
      return -1;
    }
    return cpuNow();
  }

  private static long cpuNow() {
    CpuClock clock = Sensors.clock;
    if (clock == null) {
      return -1;
    }
    CallStack before = Sensors.mute();
    try {
      return clock.nanos();
    } finally {
      Sensors.unmute(before);
    }
  }
}
