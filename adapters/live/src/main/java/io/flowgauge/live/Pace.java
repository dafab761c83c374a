package io.flowgauge.live;

import java.io.IOException;

/**
 * Keeps repeated work within a tenth of a processor: what took a while is not done again before
 * nine times as long. Not thread-safe.
 */
final class Pace {
  private static final int REST = 9;

  private long notBefore = System.nanoTime();

  /** Work that may fail. */
  interface Work {
    void run() throws IOException;
  }

  /** Whether the work may be done again. */
  boolean isDue() {
    return System.nanoTime() - notBefore >= 0;
  }

  /** Does the work, and counts how long it takes. */
  void spend(Work work) throws IOException {
    long begin = System.nanoTime();
    try {
      work.run();
    } finally {
      long end = System.nanoTime();
      notBefore = end + REST * (end - begin);
    }
  }
}
