package io.flowgauge.testsupport;

import java.time.Duration;

/** Waits for what other threads and processes do. */
public final class Eventually {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long PAUSE_MILLIS = 2;

  private Eventually() {}

  /** Something that may happen. */
  @FunctionalInterface
  public interface Condition<E extends Exception> {
    /** Whether it has happened. */
    boolean holds() throws E;
  }

  /**
   * Waits, for a minute at most.
   *
   * @param what a name for what is awaited, for the message of the failure
   * @param condition whether it has happened
   * @throws AssertionError if it does not happen
   * @throws InterruptedException if the thread is interrupted meanwhile
   * @throws E if the condition throws
   */
  public static <E extends Exception> void await(String what, Condition<E> condition)
      throws E, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("waited for " + what + " in vain");
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  /**
   * Waits like {@link #await}, where the code of the condition says clearly enough what is awaited.
   *
   * @param condition whether it has happened
   * @throws AssertionError if it does not happen
   * @throws InterruptedException if the thread is interrupted meanwhile
   * @throws E if the condition throws
   */
  public static <E extends Exception> void holds(Condition<E> condition)
      throws E, InterruptedException {
    await("what was expected", condition);
  }
}
