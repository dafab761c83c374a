package io.flowgauge.instrumentation.jvm.sensor;

/**
 * The start probe, and what the agent does to all sensors. A sensor's number is the number of its
 * session times {@link Layout#REGIONS} plus the number of its region, so that a call that began
 * under an older session is not taken for another region's. Thread-safe.
 */
public final class Sensors {
  static final ThreadLocal<CallStack> STACKS = new ThreadLocal<>();

  /** Written by the agent's thread; a thread that sees the new value late misses a call or two. */
  private static SharedMemory current;

  static CpuClock clock;

  static CallClock callClock = new SystemClock();

  /** Enough calls: the virtual machine compiles a method handle at its 127th call. */
  private static final int REHEARSALS = 200;

  /** How long no call is measured after memory for one was lacking. */
  private static final long REST_NANOS = 100_000_000;

  /** Whether {@link #restUntil} is in force. */
  private static boolean resting;

  private static long restUntil;

  private Sensors() {}

  /**
   * The start probe: a method with a sensor begins. Returns the thread's stack, for {@link
   * CallStack#exit}; its {@link CallStack#depth} is the number of the call. If this finds no stack
   * or memory left, the method may still have enough: it runs unmeasured, and meets the error
   * itself if it must.
   */
  public static CallStack enter(int sensor) {
    try {
      if (resting && isRestingStill()) {
        return CallStack.NONE;
      }
      CallStack stack = STACKS.get();
      int session = sensor >>> Layout.BITS_OF_REGION;
      if (stack == null || stack.session != session) {
        stack = CallStacks.join(stack, current);
        if (stack.session != session) {
          return CallStack.NONE;
        }
      }
      stack.push(sensor & Layout.REGIONS - 1);
      return stack;
    } catch (VirtualMachineError e) {
      SharedMemory memory = current;
      if (memory != null) {
        memory.lost++;
      }
      if (e instanceof OutOfMemoryError) {
        rest();
      }
      return CallStack.NONE;
    }
  }

  /**
   * Stops measuring for a while, because each attempt to get memory when there is none makes the
   * virtual machine collect garbage.
   */
  private static void rest() {
    restUntil = System.nanoTime() + REST_NANOS;
    resting = true;
  }

  private static boolean isRestingStill() {
    resting = System.nanoTime() - restUntil < 0;
    SharedMemory memory = current;
    if (resting && memory != null) {
      memory.lost++;
    }
    return resting;
  }

  /**
   * Runs through the probes. To be called before any sensor is in place: the first use of the
   * probes loads, initializes and links what they need, for which a program deep in its stack has
   * no room. A class whose initializer overflows the stack can never be used again.
   */
  public static void rehearse() {
    CallStack before = STACKS.get();
    SharedMemory memory = SharedMemory.scratch(2 * REHEARSALS);
    current = memory;
    try {
      for (int k = 0; k < REHEARSALS; k++) {
        STACKS.set(null);
        CallStack stack = enter(0);
        STACKS.set(null);
        enter(0);
        stack.exit(1);
        memory.forgetThreads();
        memory.increment(Layout.DIRTY);
        memory.giveBack(memory.borrow(Thread.currentThread()));
      }
    } finally {
      current = null;
      STACKS.set(before);
    }
  }

  /** Makes sensors write to a memory. */
  public static void open(SharedMemory memory) {
    current = memory;
  }

  /** Makes sensors do nothing, and releases the memory. */
  public static void close() {
    SharedMemory memory = current;
    current = null;
    if (memory != null) {
      memory.release();
    }
  }

  /**
   * Makes sensors take processor time from now on.
   *
   * @param cpuClock the clock to read
   */
  public static void cpuClock(CpuClock cpuClock) {
    clock = cpuClock;
  }

  /**
   * Makes sensors time calls by another clock than the system's. To be called before anything else
   * here.
   *
   * @param other the clock
   */
  public static void callClock(CallClock other) {
    callClock = other;
  }

  /** Returns the id of a thread, without calling its method, which programs may override. */
  public static long threadId(Thread thread) {
    return Words.threadId(thread);
  }

  /** Keeps the calling thread from being measured, until {@link #unmute}. */
  public static CallStack mute() {
    CallStack before = STACKS.get();
    STACKS.set(CallStack.MUTED);
    return before;
  }

  /** Ends {@link #mute}. */
  public static void unmute(CallStack before) {
    STACKS.set(before);
  }
}
