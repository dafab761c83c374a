package io.flowgauge.cli;

import java.io.PrintWriter;
import java.util.Timer;
import java.util.TimerTask;

/** One line on a terminal that says what takes so long; gone when it is done. Thread-safe. */
final class Progress {
  private static final long SECOND_MILLIS = 1000;

  private final PrintWriter terminal;
  private final String what;
  private final Timer timer = new Timer("flowgauge-progress", true);
  private int seconds;
  private boolean isOver;

  /**
   * Begins; for the first second nothing is shown.
   *
   * @param terminal where to show it
   * @param what what takes long
   */
  Progress(PrintWriter terminal, String what) {
    this.terminal = terminal;
    this.what = what;
    timer.scheduleAtFixedRate(
        new TimerTask() {
          @Override
          public void run() {
            tick();
          }
        },
        SECOND_MILLIS,
        SECOND_MILLIS);
  }

  /** Shows that another second is over. */
  synchronized void tick() {
    if (!isOver) {
      seconds++;
      terminal.print("\r" + line());
      terminal.flush();
    }
  }

  private String line() {
    return what + " … " + seconds + " s";
  }

  /** Ends, and erases the line. */
  synchronized void end() {
    isOver = true;
    timer.cancel();
    if (seconds > 0) {
      terminal.print("\r" + " ".repeat(line().length()) + "\r");
      terminal.flush();
    }
  }
}
