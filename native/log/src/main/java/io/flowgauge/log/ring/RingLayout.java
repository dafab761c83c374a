package io.flowgauge.log.ring;

/** Offsets and limits of a ring file; a ring in memory has the same layout. */
public final class RingLayout {
  /** Offset of the position after the last event, which has its own cache lines. */
  public static final int TAIL = 128;

  /** Offset of the number of dropped events. */
  public static final int DROPPED = 256;

  /** Offset of the ring itself. */
  public static final int RING = 16 * 1024;

  /** Largest capacity of a ring, in bytes. */
  public static final int MAX_CAPACITY = 1 << 28;

  /** Offset of the first of the two states. */
  static final int STATES = 384;

  /** Distance from one state to the other. */
  static final int STATE_STEP = 128;

  /** Offset of the identity of the stream. */
  static final int IDENTITY = 1024;

  private RingLayout() {}
}
