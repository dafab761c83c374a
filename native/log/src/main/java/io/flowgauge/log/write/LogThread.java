package io.flowgauge.log.write;

/**
 * A thread of the log. Interrupts by the host, which may be meant for all threads of a group, do
 * not reach it: they would close its files, and it could no longer sleep. Thread-safe.
 */
final class LogThread extends Thread {
  LogThread(Runnable work, String name) {
    super(work, name);
    setDaemon(true);
  }

  /** Does nothing. */
  @Override
  public void interrupt() {
    // See above.
  }

  /** Interrupts it for the log. */
  void abort() {
    super.interrupt();
  }
}
