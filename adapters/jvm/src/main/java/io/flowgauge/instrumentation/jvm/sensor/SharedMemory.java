package io.flowgauge.instrumentation.jvm.sensor;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The mapped file that this process shares with its instrumenter, and the stacks of its threads.
 * Disk space for records is reserved by writing before the mapping is used, so that on a full disk
 * calls go unmeasured instead of crashing the program. It is not guarded by a monitor: a virtual
 * thread that waits for one leaves its carrier, and to continue needs code that may itself have
 * sensors. Thread-safe.
 */
public final class SharedMemory {
  private static final VarHandle LOCKED = lockHandle();
  private static final int SPINS = 1000;
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
  private static final int CHUNK = 1 << 16;
  private static final int LOOK_FOR_DEAD_THREADS_EVERY = 1024;

  /**
   * 1 while a thread holds the lock. Reset without a call, for which there might be no stack left.
   */
  private volatile int locked;

  /** Null once released; calls still open then go unmeasured. */
  ByteBuffer bytes;

  final int session;

  /** The metrics wanted of each region. */
  final int[] metrics = new int[Layout.REGIONS];

  private final RandomAccessFile file;
  private final long address;
  private final CallStack[] stacks = new CallStack[Layout.THREADS];
  private final ThreadEntries entries = new ThreadEntries();
  private final CallStack[] idle = new CallStack[Layout.THREADS];
  private int idleStacks;
  private int threads;
  private int records;
  private int reserved = Layout.RECORDS_AT;
  private int refusedThreads;

  /**
   * Calls that had no stack or memory left to be counted. Not incremented atomically, so two
   * threads that do it at once may count one.
   */
  int lost;

  /** How many of them have been counted in the memory. */
  private int lostCounted;

  /**
   * Creates a memory.
   *
   * @param bytes a direct buffer of {@link Layout#SIZE} bytes
   * @param session a number that no other memory of this process has, 0 to 2^19 - 1
   */
  public SharedMemory(ByteBuffer bytes, RandomAccessFile file, int session) {
    this.bytes = bytes.order(ORDER);
    this.file = file;
    this.session = session;
    this.address = Words.address(bytes);
    if (file != null) {
      reserve(); // In advance, because the first calls may have no stack left for files.
    }
  }

  private static VarHandle lockHandle() {
    try {
      return MethodHandles.lookup().findVarHandle(SharedMemory.class, "locked", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings(
      "ThreadPriorityCheck") // The thread that holds the lock may be waiting for a processor.
  private void lock() {
    int spins = 0;
    while (locked != 0 || !(boolean) LOCKED.compareAndSet(this, 0, 1)) {
      spins++;
      if (spins < SPINS || CallStacks.isVirtual(Thread.currentThread())) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
  }

  /** Creates a memory without a file, with room for some records, to try calls on. */
  static SharedMemory scratch(int records) {
    int size = Layout.RECORDS_AT + records * Layout.RECORD_SIZE;
    SharedMemory memory = new SharedMemory(ByteBuffer.allocateDirect(size), null, 0);
    memory.reserved = size;
    memory.metrics[0] = Layout.WALL;
    return memory;
  }

  /**
   * Enters a region, before its sensor is put in.
   *
   * @param costLimit the fraction of one processor it may take, 0 for no limit
   */
  public void installed(int region, int wanted, double costLimit, double costNanos) {
    metrics[region] = wanted;
    int at = at(region);
    bytes.putInt(at + Layout.REGION_METRICS, wanted);
    bytes.putDouble(at + Layout.REGION_COST, costNanos);
    bytes.putDouble(at + Layout.REGION_LIMIT, costLimit);
    bytes.putLong(at + Layout.REGION_INSTALLED, System.nanoTime());
    bytes.putLong(at + Layout.REGION_REMOVED, 0);
    bytes.putInt(at + Layout.REGION_FLAGS, Layout.INSTALLED);
  }

  /** Withdraws a region whose sensor could not be put in. */
  public void refused(int region) {
    bytes.putInt(at(region) + Layout.REGION_FLAGS, 0);
  }

  /**
   * Notes that a region's sensor was removed.
   *
   * @param overLimit whether it was removed because of its cost
   */
  public void removed(int region, boolean overLimit) {
    int at = at(region);
    bytes.putLong(at + Layout.REGION_REMOVED, System.nanoTime());
    bytes.putInt(at + Layout.REGION_FLAGS, Layout.REMOVED | (overLimit ? Layout.OVER_LIMIT : 0));
  }

  private static int at(int region) {
    return Layout.REGIONS_AT + region * Layout.REGION_SIZE;
  }

  /** Counts calls that were not measured. */
  void count(int at, int calls) {
    ByteBuffer mapped = bytes;
    if (mapped != null) {
      try {
        Words.getAndAddLong(address + at, calls);
      } finally {
        Reference.reachabilityFence(mapped);
      }
    }
  }

  void increment(int at) {
    ByteBuffer mapped = bytes;
    if (mapped != null) {
      try {
        Words.getAndAddInt(address + at, 1);
      } finally {
        Reference.reachabilityFence(mapped);
      }
    }
  }

  boolean hasLost() {
    return lost != lostCounted;
  }

  /** Counts the calls lost since the last time. */
  void countLost() {
    lock();
    try {
      int calls = lost;
      count(Layout.DROPPED_DEPTH, calls - lostCounted);
      lostCounted = calls;
    } finally {
      locked = 0;
    }
  }

  /**
   * Returns the stack of a platform thread: its own, a new one, or that of a thread that has ended;
   * null if there is none.
   */
  CallStack stack(Thread thread) {
    lock();
    try {
      if (bytes == null) {
        return null;
      }
      int own = entries.find(thread);
      if (own != ThreadEntries.NONE) {
        return stacks[own];
      }
      if (threads < Layout.THREADS) {
        CallStack stack = newStack(thread, thread.getName(), false);
        entries.give(threads - 1, thread);
        return stack;
      }
      CallStack stack = refusedThreads % LOOK_FOR_DEAD_THREADS_EVERY == 0 ? inherit(thread) : null;
      if (stack == null) {
        refusedThreads++;
        count(Layout.DROPPED_THREADS, 1);
      }
      return stack;
    } finally {
      locked = 0;
    }
  }

  private CallStack newStack(Thread thread, String name, boolean virtual) {
    CallStack stack = new CallStack(this, threads, virtual);
    stacks[threads] = stack;
    int at = Layout.THREADS_AT + threads * Layout.THREAD_SIZE;
    Words.putInt(address + at, (int) Words.threadId(thread));
    Words.putLong(address + at + Layout.THREAD_FIRST, System.nanoTime());
    putName(address + at + Layout.THREAD_NAME, name);
    publish(Layout.USED_THREADS, threads + 1);
    threads++;
    return stack;
  }

  /** Publishes the number of threads or records, after their fields have been written. */
  private void publish(int at, int used) {
    VarHandle.storeStoreFence();
    Words.putInt(address + at, used);
  }

  private static void putName(long at, String name) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(text.length, Layout.THREAD_NAME_SIZE);
    // Does not cut a character in half.
    while (length < text.length && length > 0 && (text[length] & 0xc0) == 0x80) {
      length--;
    }
    for (int i = 0; i < length; i++) {
      Words.putByte(at + i, text[i]);
    }
  }

  private CallStack inherit(Thread heir) {
    int entry = entries.inherit(heir);
    if (entry == ThreadEntries.NONE) {
      return null;
    }
    stacks[entry].forgetOpen();
    return stacks[entry];
  }

  /** Makes each thread get a new stack. */
  void forgetThreads() {
    lock();
    try {
      entries.forget();
    } finally {
      locked = 0;
    }
  }

  /** Lends a stack to a virtual thread, until its outermost call ends; null if there is none. */
  CallStack borrow(Thread thread) {
    lock();
    try {
      if (bytes == null) {
        return null;
      }
      if (idleStacks > 0) {
        return idle[--idleStacks];
      }
      if (threads < Layout.THREADS) {
        return newStack(thread, "virtual threads", true);
      }
      count(Layout.DROPPED_THREADS, 1);
      return null;
    } finally {
      locked = 0;
    }
  }

  void giveBack(CallStack stack) {
    lock();
    try {
      idle[idleStacks++] = stack;
    } finally {
      locked = 0;
    }
  }

  /** Creates a record; returns its offset, or 0 if there is no room. */
  int newRecord(int thread, int region, int parent) {
    lock();
    try {
      if (bytes == null || records == Layout.RECORDS || !reserve()) {
        count(Layout.DROPPED_RECORDS, 1);
        return 0;
      }
      int at = Layout.RECORDS_AT + records * Layout.RECORD_SIZE;
      Words.putInt(address + at + Layout.THREAD, thread);
      Words.putInt(address + at + Layout.REGION, region);
      Words.putInt(address + at + Layout.PARENT, parent);
      Words.putLong(address + at + Layout.MIN, -1);
      publish(Layout.USED_RECORDS, records + 1);
      records++;
      return at;
    } finally {
      locked = 0;
    }
  }

  private boolean reserve() {
    int needed = Layout.RECORDS_AT + (records + 1) * Layout.RECORD_SIZE;
    if (needed <= reserved) {
      return true;
    }
    try {
      file.seek(reserved);
      file.write(new byte[Math.min(CHUNK, Layout.SIZE - reserved)]);
      reserved += CHUNK;
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Releases the mapping, which lasts until no thread uses it. */
  void release() {
    lock();
    try {
      bytes = null;
      for (int k = 0; k < threads; k++) {
        stacks[k].release();
      }
      try {
        file.close();
      } catch (IOException e) {
        return; // Nothing is lost: what was written is in the file.
      }
    } finally {
      locked = 0;
    }
  }
}
