package io.flowgauge.log.write;

/**
 * Postpones an interrupt until files have been written: the interrupt would close them permanently,
 * although the host program only meant to interrupt its own thread.
 */
final class Uninterrupted {
  private Uninterrupted() {}

  /** Work that must not be interrupted. */
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
