package io.flowgauge.cli.log;

import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.StreamId;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * Skips the events of each stream that earlier cursors have visited: events that waited in a ring
 * when its file was rotated are found in the ring first, and then again in the new file.
 */
final class UnseenCursor extends PassedCursor {
  private final Map<StreamId, Long> seen;

  /**
   * Creates a cursor before the first event.
   *
   * @param seen number of events visited in each stream; updated by this cursor
   */
  UnseenCursor(EventCursor events, Map<StreamId, Long> seen) {
    super(events);
    this.seen = seen;
  }

  @Override
  public boolean next() throws IOException {
    while (events().next()) {
      if (isNew()) {
        return true;
      }
    }
    return false;
  }

  private boolean isNew() {
    Optional<StreamId> stream = events().stream();
    if (stream.isEmpty()) {
      return true;
    }
    long number = events().number();
    boolean isNew = number >= seen.getOrDefault(stream.get(), 0L);
    if (isNew) {
      seen.put(stream.get(), number + 1);
    }
    return isNew;
  }
}
