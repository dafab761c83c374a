package io.flowgauge.cli.terminal;

import io.flowgauge.report.layout.Human;
import java.io.PrintWriter;
import java.util.OptionalDouble;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Supplier;

/** A line on a terminal that shows progress during long work, erased at the end. Thread-safe. */
public final class Progress {
  private static final long SECOND_MILLIS = 1000;
  private static final double LEAST_SHARE = 0.01;

  /** Maximum length of the line, because one that a terminal wraps cannot be erased. */
  private static final int WIDEST = 50;

  private final PrintWriter terminal;
  private final String what;
  private final Supplier<OptionalDouble> share;
  private final Timer timer = new Timer("flowgauge-progress", true);
  private String shown = "";
  private int seconds;
  private boolean isOver;

  /**
   * Starts; shows nothing for the first second.
   *
   * @param terminal where to show it
   * @param what the work, perhaps with names of inputs
   * @param share returns the fraction of the work that is done, 0 to 1, or empty if it is not
   *     known; called in another thread
   */
  public Progress(PrintWriter terminal, String what, Supplier<OptionalDouble> share) {
    this.terminal = terminal;
    this.what = Human.shortened(what, WIDEST);
    this.share = share;
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

  /** Counts another second, and shows the line. */
  public synchronized void tick() {
    if (!isOver) {
      seconds++;
      String line = line(share.get().orElse(0));
      terminal.print("\r" + line + " ".repeat(Math.max(0, shown.length() - line.length())));
      shown = line;
      terminal.flush();
    }
  }

  /**
   * Returns the line, which states the time left only between the first percent and the last byte:
   * outside, it cannot be estimated.
   */
  private String line(double done) {
    if (done < LEAST_SHARE || done >= 1) {
      return what + " … " + seconds + " s";
    }
    long left = (long) Math.ceil(seconds * (1 - done) / done);
    return what + ": " + (int) (100 * done) + " %, " + left + " s left";
  }

  /** Ends the progress, and erases the line. */
  public synchronized void end() {
    isOver = true;
    timer.cancel();
    if (!shown.isEmpty()) {
      terminal.print("\r" + " ".repeat(shown.length()) + "\r");
      terminal.flush();
    }
  }
}
