package io.flowgauge.log.write;

/**
 * A thread of the log. It ignores interrupts by the host program, which may interrupt all threads
 * of a group: an interrupt would close the log's files and prevent sleeping. Thread-safe.
 */
final class LogThread extends Thread {
  LogThread(Runnable work, String name) {
    super(work, name);
    setDaemon(true);
  }

  /** Does nothing. */
  @Override
  public void interrupt() {
    // Ignored, see the class comment.
  }

  /** Interrupts the thread on behalf of the log. */
  void abort() {
    super.interrupt();
  }
}
