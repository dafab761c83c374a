package io.flowgauge.log.ring;

/** Where what lies in the file of a ring, and in the memory of one that has no file. */
public final class RingLayout {
  /** The position after the last event; it has cache lines for itself. */
  public static final int TAIL = 128;

  /** How many events were dropped. */
  public static final int DROPPED = 256;

  /** The ring itself. */
  public static final int RING = 16 * 1024;

  /** Most bytes of a ring. */
  public static final int MAX_CAPACITY = 1 << 28;

  /** The two states. */
  static final int STATES = 384;

  /** From one state to the other. */
  static final int STATE_STEP = 128;

  /** The identity of the stream. */
  static final int IDENTITY = 1024;

  private RingLayout() {}
}
