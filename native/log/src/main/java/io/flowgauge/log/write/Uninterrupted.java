package io.flowgauge.log.write;

/**
 * Puts an interrupt off until files have been written: it would close them for good, and whoever
 * logs has not been asked to stop logging.
 */
final class Uninterrupted {
  private Uninterrupted() {}

  /** What is not to be interrupted. */
  interface Action<T, X extends Exception> {
    T run() throws X;
  }

  static <T, X extends Exception> T call(Action<T, X> action) throws X {
    boolean interrupted = Thread.interrupted();
    try {
      return action.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
