package io.flowgauge.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

/** Waits for what another thread does. */
final class Eventually {
  private static final long PATIENCE_NANOS = 20_000_000_000L;
  private static final long PAUSE_MILLIS = 10;

  interface Condition {
    boolean holds() throws IOException;
  }

  private Eventually() {}

  static void holds(Condition condition) throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.holds() && System.nanoTime() - end < 0) {
      Thread.sleep(PAUSE_MILLIS);
    }
    assertThat(condition.holds()).isTrue();
  }
}
