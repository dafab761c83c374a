package io.flowgauge.watch.page;

/** A thread that does something repeatedly until it is told to end. */
abstract class PageThread extends Thread {
  private boolean isOver;
  private boolean isWoken;

  PageThread(String name) {
    super(name);
    setDaemon(true);
  }

  /** Does what is due; returns for how many milliseconds to rest. */
  abstract long work();

  /** Cleans up. */
  void ended() {
    // Nothing to do by default.
  }

  /** Ends a rest. */
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
        rest(guarded());
      }
    } catch (InterruptedException e) {
      interrupt(); // By code that ends the process.
    } finally {
      ended();
    }
  }

  /** A failure in one round, such as a run that cannot be read, must not end the page. */
  private long guarded() {
    try {
      return work();
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      getUncaughtExceptionHandler().uncaughtException(this, e);
      return 1_000;
    }
  }

  private synchronized void rest(long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    long left = millis;
    while (!isOver && !isWoken && left > 0) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
    isWoken = false;
  }
}
