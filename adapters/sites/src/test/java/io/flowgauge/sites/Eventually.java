package io.flowgauge.sites;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for what happens elsewhere. */
final class Eventually {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long PAUSE_MILLIS = 2;

  private Eventually() {}

  static void await(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("waited for " + what + " in vain");
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
