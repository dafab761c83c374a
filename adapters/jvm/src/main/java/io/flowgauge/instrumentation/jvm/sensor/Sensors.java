package io.flowgauge.instrumentation.jvm.sensor;

/**
 * The start probe, and what the agent does to all sensors. A sensor's number is its session's times
 * {@link Layout#REGIONS} plus its region's, so that a call that began under an older session is not
 * taken for another region's. Thread-safe.
 */
public final class Sensors {
  static final ThreadLocal<Lane> LANES = new ThreadLocal<>();

  /** Written by the agent's thread; a thread that sees it late misses a call or two. */
  private static SharedMemory current;

  static CpuClock clock;

  private Sensors() {}

  /**
   * A method with a sensor begins.
   *
   * @param sensor its number
   * @return the thread's lane, for {@link Lane#exit}; its {@link Lane#depth} says which call
   */
  public static Lane enter(int sensor) {
    SharedMemory memory = current;
    Lane lane = LANES.get();
    if (lane == null || lane.memory != memory) {
      lane = Lanes.join(lane, memory);
    }
    if (lane.memory == null || lane.memory.session != sensor / Layout.REGIONS) {
      return Lane.NONE;
    }
    lane.push(sensor % Layout.REGIONS);
    return lane;
  }

  /**
   * Makes sensors write to a memory.
   *
   * @param memory the memory
   */
  public static void open(SharedMemory memory) {
    current = memory;
  }

  /** Makes sensors do nothing, and lets go of the memory. */
  public static void close() {
    SharedMemory memory = current;
    current = null;
    if (memory != null) {
      memory.release();
    }
  }

  /**
   * Has processor time taken from now on.
   *
   * @param cpuClock where from
   */
  public static void cpuClock(CpuClock cpuClock) {
    clock = cpuClock;
  }

  /**
   * Keeps the calling thread from being measured, until {@link #unmute}.
   *
   * @return what unmute wants back
   */
  public static Lane mute() {
    Lane before = LANES.get();
    LANES.set(Lane.MUTED);
    return before;
  }

  /**
   * Ends {@link #mute}.
   *
   * @param before what mute gave
   */
  public static void unmute(Lane before) {
    LANES.set(before);
  }
}
