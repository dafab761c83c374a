package io.flowgauge.cli.log;

import io.flowgauge.cli.Main;
import io.flowgauge.cli.Session;
import io.flowgauge.log.read.LogLoss;
import java.util.List;

/** Counts damage in logs, and reports the first places immediately. Not thread-safe. */
final class LogDamage {
  private static final int SHOWN = 20;
  private static final String GAP = "a gap in ";

  private final Session session;
  private long places;
  private long gaps;
  private long lostEvents;

  LogDamage(Session session) {
    this.session = session;
  }

  /** Reports a damaged place. */
  void found(String what) {
    places++;
    show(places, what);
  }

  private void show(long number, String what) {
    if (number <= SHOWN) {
      session.say(what);
    }
  }

  /**
   * Reports losses of binary logs. Gaps, whose events lie in another file, perhaps one that was
   * rotated away, do not count as damage.
   */
  void found(List<LogLoss> losses) {
    for (LogLoss loss : losses) {
      lostEvents += loss.events();
      if (isGap(loss)) {
        show(
            ++gaps,
            loss.file()
                + ": byte "
                + loss.offset()
                + ": "
                + loss.reason()
                + ": "
                + loss.events()
                + " events are missing from all files");
      } else {
        found(loss.toString());
      }
    }
  }

  static boolean isGap(LogLoss loss) {
    return loss.bytes() == 0 && loss.reason().startsWith(GAP);
  }

  /** Prints the totals if not everything was shown, and returns the exit status. */
  int status() {
    if (places > SHOWN || gaps > SHOWN) {
      session.say(
          "in all "
              + places
              + " damaged places and "
              + gaps
              + " gaps, "
              + lostEvents
              + " events known to be lost");
    }
    return places > 0 ? Main.FAILED : Main.DONE;
  }
}
