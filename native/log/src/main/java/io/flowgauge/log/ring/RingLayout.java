package io.flowgauge.log.ring;

/** Offsets and limits of a ring file, which a ring in memory shares. */
public final class RingLayout {
  /** The position after the last event; it has its own cache lines. */
  public static final int TAIL = 128;

  /** Number of dropped events. */
  public static final int DROPPED = 256;

  /** The ring itself. */
  public static final int RING = 16 * 1024;

  /** Largest capacity of a ring, in bytes. */
  public static final int MAX_CAPACITY = 1 << 28;

  /** The two states. */
  static final int STATES = 384;

  /** Distance from one state to the other. */
  static final int STATE_STEP = 128;

  /** The identity of the stream. */
  static final int IDENTITY = 1024;

  private RingLayout() {}
}
