package io.flowgauge.cli.log;

import io.flowgauge.log.read.EventCursor;
import java.io.IOException;

/** Counts events, and events that are earlier than their predecessor. */
final class CountedCursor extends PassedCursor {
  private long count;
  private long earlier;
  private long last = Long.MIN_VALUE;

  CountedCursor(EventCursor events) {
    super(events);
  }

  @Override
  public boolean next() throws IOException {
    if (!events().next()) {
      return false;
    }
    long time = events().timeNanos();
    earlier += time < last ? 1 : 0;
    last = time;
    count++;
    return true;
  }

  long count() {
    return count;
  }

  /** Returns the number of events that are earlier than their predecessor. */
  long earlier() {
    return earlier;
  }
}
