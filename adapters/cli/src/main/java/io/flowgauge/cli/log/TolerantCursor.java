package io.flowgauge.cli.log;

import io.flowgauge.log.read.EventCursor;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.util.function.Consumer;

/** Continues after lines that are not events, reporting each. */
final class TolerantCursor extends PassedCursor {
  private final Consumer<String> problems;
  private final boolean goesOn;
  private boolean isBroken;

  /**
   * Creates a cursor over events of a text form.
   *
   * @param goesOn whether reading can continue after a broken place
   * @param problems receives a message about everything that is not an event
   */
  TolerantCursor(EventCursor events, boolean goesOn, Consumer<String> problems) {
    super(events);
    this.goesOn = goesOn;
    this.problems = problems;
  }

  @Override
  public boolean next() throws IOException {
    while (!isBroken) {
      try {
        return events().next();
      } catch (TraceFormatException e) {
        problems.accept(e.getMessage() + (goesOn ? "" : "; the rest is not read"));
        isBroken = !goesOn;
      }
    }
    return false;
  }
}
