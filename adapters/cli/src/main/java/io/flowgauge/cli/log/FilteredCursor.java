package io.flowgauge.cli.log;

import io.flowgauge.log.read.EventCursor;
import java.io.IOException;

/** Visits only the wanted events. */
final class FilteredCursor extends PassedCursor {
  private final EventFilter filter;

  FilteredCursor(EventCursor events, EventFilter filter) {
    super(events);
    this.filter = filter;
  }

  @Override
  public boolean next() throws IOException {
    while (events().next()) {
      if (filter.accepts(events())) {
        return true;
      }
    }
    return false;
  }
}
