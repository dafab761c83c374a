package io.flowgauge.instrumentation.jvm.sensor;

import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The open calls of one thread, and its records. A platform thread keeps its stack; a virtual
 * thread borrows one while it is inside a method with a sensor, so that a stack never belongs to
 * two threads at a time. Not thread-safe.
 */
public final class CallStack {
  /** Follows no calls; used when there is nothing to measure. */
  static final CallStack NONE = new CallStack();

  /** Follows no calls, like {@link #NONE}; marks threads, or periods, that must not be measured. */
  static final CallStack MUTED = new CallStack();

  private static final int MOST_CALLS = 1 << 14;

  /**
   * Mean duration of calls from which their processor time is taken: taking it costs a tenth of
   * such a call.
   */
  private static final long CPU_FROM_NANOS = 50_000;

  /** Number of first calls whose processor time is taken in any case. */
  private static final long CPU_CALLS = 16;

  // Numbers of an open call, in the array of all open calls.
  private static final int BITS_OF_CALL = 2;
  private static final int START = 0;
  private static final int INSIDE = 1;
  private static final int CPU = 2;

  /**
   * The call's region in the upper half; the offset of its record in the lower half, 0 if there was
   * no room for one.
   */
  private static final int EDGE = 3;

  /** Set in {@link #EDGE} if no other call of the region was open. */
  private static final long OUTERMOST = Long.MIN_VALUE;

  /** A constant, so that compiled probes inline it. */
  private static final CallClock CLOCK = Sensors.callClock;

  final SharedMemory memory;

  /** The memory's session; -1 once that was released, because its number is used again one day. */
  int session;

  private final int thread;
  private final boolean virtual;
  private final long address;
  private final Edges edges = new Edges();

  /** Keeps the memory at {@link #address} mapped; null once it was released. */
  private ByteBuffer bytes;

  /**
   * How many calls are open, which is also the number of the innermost. Read by instrumented
   * methods.
   */
  public int depth;

  /** Open calls, numbered from 1. Entry 0 collects the times of calls that have no caller. */
  private long[] calls = new long[64 << BITS_OF_CALL];

  /** Number of open calls of each region. */
  private int[] open = new int[16];

  /** Calls that were given up and are not yet counted in the memory. */
  private int givenUp;

  private CallStack() {
    this.memory = null;
    this.session = -1;
    this.thread = 0;
    this.virtual = false;
    this.address = 0;
  }

  CallStack(SharedMemory memory, int thread, boolean virtual) {
    this.memory = memory;
    this.session = memory.session;
    this.thread = thread;
    this.virtual = virtual;
    this.bytes = memory.bytes;
    this.address = Words.address(bytes);
  }

  /**
   * Begins a call. The clock is read last, so that this work does not count as part of the call.
   * The state changes only after everything that may run out of stack or memory, so that in that
   * case nothing has begun.
   */
  void push(int region) {
    int call = depth + 1;
    int at = call << BITS_OF_CALL;
    if (at >= calls.length && !grow(call)) {
      depth = call;
      return;
    }
    long[] frames = calls;
    int parent = call == 1 ? Layout.NO_REGION : region(frames[at - (1 << BITS_OF_CALL) + EDGE]);
    int record = edges.find(parent, region);
    if (record == Edges.UNKNOWN) {
      record = newEdge(parent, region);
    }
    boolean outermost = open[region] == 0;
    frames[at + EDGE] = (outermost ? OUTERMOST : 0) | (long) region << Integer.SIZE | record;
    frames[at + INSIDE] = 0;
    frames[at + CPU] = Sensors.clock == null ? -1 : cpuStart(region, record);
    long now = CLOCK.read();
    frames[at + START] = now;
    if (outermost) {
      putOpenSince(record, CLOCK.nanos(now));
    }
    open[region]++;
    depth = call;
  }

  private static int region(long edge) {
    return (int) (edge >>> Integer.SIZE) & Layout.REGIONS - 1;
  }

  private void putOpenSince(int record, long since) {
    ByteBuffer mapped = bytes;
    if (mapped != null && record != 0) {
      try {
        Words.putLong(address + record + Layout.OPEN_SINCE, since);
      } finally {
        Reference.reachabilityFence(mapped);
      }
    }
  }

  /**
   * The stop probe: a call ends, by return or by exception. Calls within it that never ended are
   * given up. So is this one if there is no stack left to measure it: the method has done its work,
   * and must not fail because of the probe.
   *
   * @param call its number, which was the depth after it began
   */
  public void exit(int call) {
    if (call == 0 || call > depth) {
      return;
    }
    try {
      measure(call << BITS_OF_CALL, CLOCK.read());
    } catch (VirtualMachineError e) {
      givenUp++;
    }
    // Calls no method, not even region(), so that it cannot be cut off.
    while (depth >= call) {
      int at = depth << BITS_OF_CALL;
      if (at < calls.length) {
        open[(int) (calls[at + EDGE] >>> Integer.SIZE) & Layout.REGIONS - 1]--;
        givenUp += depth > call ? 1 : 0;
      }
      depth--;
    }
    try {
      ended(call);
    } catch (VirtualMachineError e) {
      return; // Made up for when another call ends.
    }
  }

  /** Writes a call into its record. */
  private void measure(int at, long now) {
    ByteBuffer mapped = bytes;
    if (at >= calls.length || mapped == null) {
      return;
    }
    long[] frames = calls;
    long took = CLOCK.duration(now - frames[at + START]);
    long edge = frames[at + EDGE];
    int record = (int) edge;
    if (record != 0) {
      try {
        long cpu = frames[at + CPU] < 0 ? -1 : cpuNow() - frames[at + CPU];
        update(address + record, frames[at + INSIDE], took, CLOCK.nanos(now), edge < 0, cpu);
      } finally {
        Reference.reachabilityFence(mapped);
      }
    }
    frames[at - (1 << BITS_OF_CALL) + INSIDE] += took;
  }

  /** Does the remaining work once a call is no longer open. */
  private void ended(int call) {
    if (givenUp != 0 || memory.hasLost()) {
      catchUp();
    }
    if (call == 1 && virtual) {
      leave();
    }
  }

  /**
   * Updates a record: begin + 1, the fields, end + 1. A reader in between notices that they differ.
   */
  private void update(long record, long inside, long took, long now, boolean outermost, long cpu) {
    int version = Words.getInt(record + Layout.END) + 1;
    Words.putInt(record + Layout.BEGIN, version);
    VarHandle.storeStoreFence();
    add(record + Layout.COUNT, 1);
    add(record + Layout.TOTAL, took);
    // Unsigned, because the value is -1 before the first call.
    if (took + Long.MIN_VALUE < Words.getLong(record + Layout.MIN) + Long.MIN_VALUE) {
      Words.putLong(record + Layout.MIN, took);
    }
    if (took > Words.getLong(record + Layout.MAX)) {
      Words.putLong(record + Layout.MAX, took);
    }
    add(record + Layout.INSIDE, inside);
    Words.putLong(record + Layout.LAST, now);
    if (outermost) {
      Words.putLong(record + Layout.OPEN_SINCE, 0);
    } else {
      add(record + Layout.NESTED_COUNT, 1);
      add(record + Layout.NESTED, took);
    }
    if (cpu >= 0) {
      add(record + Layout.CPU, cpu);
      add(record + Layout.CPU_COUNT, 1);
    }
    add(record + Layout.HISTOGRAM + (bucket(took) << 3), 1);
    VarHandle.storeStoreFence();
    Words.putInt(record + Layout.END, version);
    int flush = Words.getInt(address + Layout.FLUSH);
    if (Words.getInt(record + Layout.FLUSHED) != flush) {
      memory.increment(Layout.DIRTY);
      Words.putInt(record + Layout.FLUSHED, flush);
    }
  }

  private static void add(long at, long what) {
    Words.putLong(at, Words.getLong(at) + what);
  }

  /** Returns floor(log2(ticks)); 0 for 0 ticks. */
  private static int bucket(long ticks) {
    int bucket = 63 - Long.numberOfLeadingZeros(ticks | 1);
    return bucket > Layout.LAST_BUCKET ? Layout.LAST_BUCKET : bucket;
  }

  /** Records what could not be recorded at the time. */
  private void catchUp() {
    for (int place = 0; place < edges.places(); place++) {
      int record = edges.recordAt(place);
      if (record != 0 && open[edges.regionAt(place)] == 0) {
        putOpenSince(record, 0);
      }
    }
    memory.count(Layout.ABORTED, givenUp);
    givenUp = 0;
    memory.countLost();
  }

  /** Prepares for a new thread: the last one has ended, perhaps inside calls. */
  void forgetOpen() {
    depth = 0;
    Arrays.fill(open, 0);
  }

  /** Releases the memory. */
  void release() {
    session = -1;
    bytes = null;
  }

  private void leave() {
    Sensors.STACKS.set(null);
    memory.giveBack(this);
  }

  /**
   * Makes room for more open calls; returns false if there are too many, which are then not
   * measured.
   */
  private boolean grow(int call) {
    if (call >= MOST_CALLS) {
      memory.count(Layout.DROPPED_DEPTH, 1);
      return false;
    }
    CallStack before = Sensors.mute();
    try {
      calls = Arrays.copyOf(calls, 2 * calls.length);
      return true;
    } finally {
      Sensors.unmute(before);
    }
  }

  private int newEdge(int parent, int region) {
    CallStack before = Sensors.mute();
    try {
      if (region >= open.length) {
        open = Arrays.copyOf(open, Math.max(region + 1, 2 * open.length));
      }
      edges.reserve();
      int record = memory.newRecord(thread, region, parent);
      edges.add(parent, region, record);
      return record;
    } finally {
      Sensors.unmute(before);
    }
  }

  /** Returns the processor time now, or -1 if it is not to be taken for this call. */
  private long cpuStart(int region, int record) {
    boolean wanted = (memory.metrics[region] & Layout.CPU_ADAPTIVE) != 0;
    ByteBuffer mapped = bytes;
    if (virtual || !wanted || open[region] > 0 || record == 0 || mapped == null) {
      return -1;
    }
    try {
      long count = Words.getLong(address + record + Layout.COUNT);
      long total = Words.getLong(address + record + Layout.TOTAL);
      return count >= CPU_CALLS && total / count < CPU_FROM_NANOS ? -1 : cpuNow();
    } finally {
      Reference.reachabilityFence(mapped);
    }
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
