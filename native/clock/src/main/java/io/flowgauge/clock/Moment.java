package io.flowgauge.clock;

/**
 * A moment on both clocks. Immutable. It is not a record, because records call a constructor of the
 * JDK.
 */
final class Moment {
  private static final int TRIES = 8;

  final long ticks;
  final long nanos;

  private Moment(long ticks, long nanos) {
    this.ticks = ticks;
    this.nanos = nanos;
  }

  /**
   * Returns the current moment: reads both clocks several times, and takes the pair that was read
   * fastest.
   */
  static Moment of(TickCounter counter) {
    long ticks = counter.read();
    long nanos = System.nanoTime();
    long shortest = Long.MAX_VALUE;
    for (int k = 0; k < TRIES; k++) {
      long before = counter.read();
      long between = System.nanoTime();
      long took = counter.read() - before;
      if (took >= 0 && took < shortest) {
        shortest = took;
        ticks = before + took / 2;
        nanos = between;
      }
    }
    return new Moment(ticks, nanos);
  }
}
