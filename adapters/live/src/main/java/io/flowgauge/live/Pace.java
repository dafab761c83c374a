package io.flowgauge.live;

/**
 * Keeps repeated work within a share of a processor: work is not repeated before several times its
 * duration has passed. Not thread-safe.
 */
final class Pace {
  private static final int TENTH = 9;

  private final int rest;
  private long notBefore = System.nanoTime();

  /** A pace of at most a tenth of a processor. */
  Pace() {
    this(TENTH);
  }

  /**
   * A pace.
   *
   * @param rest how many times as long as the work took is rested
   */
  Pace(int rest) {
    this.rest = rest;
  }

  /** Work that may fail. */
  interface Work<E extends Exception> {
    void run() throws E;
  }

  /** Whether the work may be done again. */
  boolean isDue() {
    return System.nanoTime() - notBefore >= 0;
  }

  /** Does the work, and counts how long it takes. */
  <E extends Exception> void spend(Work<E> work) throws E {
    long begin = System.nanoTime();
    try {
      work.run();
    } finally {
      long end = System.nanoTime();
      notBefore = end + rest * (end - begin);
    }
  }
}
