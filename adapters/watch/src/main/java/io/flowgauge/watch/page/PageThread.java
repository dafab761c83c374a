package io.flowgauge.watch.page;

/** A thread that does something repeatedly until it is told to end. */
abstract class PageThread extends Thread {
  /** Pause after a round that failed. */
  static final long AFTER_FAILURE_MILLIS = 1_000;

  private boolean isOver;
  private boolean isWoken;

  PageThread(String name) {
    super(name);
    setDaemon(true);
  }

  /** Does the pending work; returns the milliseconds to pause before the next round. */
  abstract long work();

  /** Cleans up. */
  void ended() {
    // Nothing to do by default.
  }

  /** Ends the current pause. */
  final synchronized void wake() {
    isWoken = true;
    notifyAll();
  }

  final synchronized boolean isOver() {
    return isOver;
  }

  final void end() {
    synchronized (this) {
      isOver = true;
      notifyAll();
    }
  }

  @Override
  public final void run() {
    try {
      while (!isOver()) {
        sleepUntilWoken(workGuarded());
      }
    } catch (InterruptedException e) {
      interrupt(); // Interrupted by code that ends the process.
    } finally {
      ended();
    }
  }

  /** Keeps the thread running after a failure in one round, such as a run that cannot be read. */
  private long workGuarded() {
    try {
      return work();
    } catch (RuntimeException | Error e) {
      report(e);
      return AFTER_FAILURE_MILLIS;
    }
  }

  /** Reports a failure as if it had ended the thread. */
  final void report(Throwable failure) {
    try {
      getUncaughtExceptionHandler().uncaughtException(this, failure);
    } catch (RuntimeException | Error e) {
      return; // Ignored, as Java does when a thread ends.
    }
  }

  private synchronized void sleepUntilWoken(long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    long left = millis;
    while (!isOver && !isWoken && left > 0) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
    isWoken = false;
  }
}
