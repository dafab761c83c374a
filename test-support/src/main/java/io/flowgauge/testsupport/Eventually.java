package io.flowgauge.testsupport;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for what happens elsewhere. */
public final class Eventually {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long PAUSE_MILLIS = 2;

  private Eventually() {}

  /**
   * Waits, for a minute at most.
   *
   * @param what names it, for the message of the failure
   * @param condition whether it has happened
   * @throws AssertionError if it does not happen
   * @throws Exception if the condition throws
   */
  public static void await(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("waited for " + what + " in vain");
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
