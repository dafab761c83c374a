package io.flowgauge.cli.terminal;

import java.io.PrintWriter;
import java.util.Timer;
import java.util.TimerTask;

/** A line on a terminal that says what is taking so long, erased at the end. Thread-safe. */
public final class Progress {
  private static final long SECOND_MILLIS = 1000;

  private final PrintWriter terminal;
  private final String what;
  private final Timer timer = new Timer("flowgauge-progress", true);
  private int seconds;
  private boolean isOver;

  /**
   * Begins; shows nothing for the first second.
   *
   * @param terminal where to show it
   */
  public Progress(PrintWriter terminal, String what) {
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
  public synchronized void tick() {
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
  public synchronized void end() {
    isOver = true;
    timer.cancel();
    if (seconds > 0) {
      terminal.print("\r" + " ".repeat(line().length()) + "\r");
      terminal.flush();
    }
  }
}
