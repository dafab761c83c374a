package io.flowgauge.runlog;

import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Tells which run the events of a log belong to, by their lifelines. Not thread-safe. */
final class RunOfEvent {
  private static final String PREFIX = "run.";

  private final Map<Long, Long> runs = new HashMap<>();

  private RunOfEvent() {}

  /** Looks through a log for the activities of runs. */
  static RunOfEvent in(LogReader log) throws IOException {
    RunOfEvent made = new RunOfEvent();
    for (EventCursor event = log.cursor(); event.next(); ) {
      if (event.schema().equals(RunSchemas.ACTIVITY) || event.schema().equals(RunSchemas.KNOWN)) {
        made.runs.put(event.int64(0), event.int64(1));
      }
    }
    return made;
  }

  /** The lifeline of the run of an event; 0 if it is of no run. */
  long run(EventCursor event) {
    if (!event.schema().name().startsWith(PREFIX)) {
      return 0;
    }
    long lifeline = event.int64(0);
    return runs.getOrDefault(lifeline, lifeline);
  }
}
