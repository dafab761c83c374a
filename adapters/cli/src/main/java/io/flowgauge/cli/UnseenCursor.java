package io.flowgauge.cli;

import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.StreamId;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * Goes on where others came to in each stream: what waited in a ring when its file was rotated is
 * found there first, and then in the new file.
 */
final class UnseenCursor extends PassedCursor {
  private final Map<StreamId, Long> seen;

  /**
   * A cursor before the first event.
   *
   * @param events gives the events
   * @param seen how many events of each stream there were; kept up to date
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
