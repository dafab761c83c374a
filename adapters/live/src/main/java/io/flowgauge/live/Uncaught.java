package io.flowgauge.live;

/** Failures that a thread reports as if they had ended it, although it goes on. */
final class Uncaught {
  private Uncaught() {}

  /** Passes a failure to the handler of the current thread. */
  static void report(Throwable failure) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    } catch (RuntimeException | Error e) {
      return; // Ignored, as Java does when a thread ends.
    }
  }
}
