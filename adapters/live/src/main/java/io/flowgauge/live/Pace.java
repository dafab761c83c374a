package io.flowgauge.live;

/**
 * Limits repeated work to a share of a processor: after each execution, it pauses for a multiple of
 * its duration. Not thread-safe.
 */
final class Pace {
  private static final int TENTH = 9;

  private final int rest;
  private long notBefore = System.nanoTime();

  /** Creates a pace of at most a tenth of a processor. */
  Pace() {
    this(TENTH);
  }

  /**
   * Creates a pace.
   *
   * @param rest pause after the work, as a multiple of its duration
   */
  Pace(int rest) {
    this.rest = rest;
  }

  /** Work that may fail. */
  interface Work<E extends Exception> {
    void run() throws E;
  }

  /** Whether the work is due again. */
  boolean isDue() {
    return System.nanoTime() - notBefore >= 0;
  }

  /** Does the work, and measures its duration. */
  <E extends Exception> void runAndPace(Work<E> work) throws E {
    long begin = System.nanoTime();
    try {
      work.run();
    } finally {
      long end = System.nanoTime();
      notBefore = end + rest * (end - begin);
    }
  }
}
