package io.flowgauge.cli.log;

import java.util.HashMap;
import java.util.Map;

/** Times from starts to ends, matched by their ids. Not thread-safe. */
final class PairStatistics {
  /** Maximum number of open starts, which take a few hundred megabytes. */
  private static final int MAX_OPEN = 1_000_000;

  private final Map<String, Long> open = new HashMap<>();
  private final DurationSummary durations = new DurationSummary();
  private long abandoned;
  private long unstarted;
  private long backward;

  void start(String id, long nanos) {
    if (open.size() == MAX_OPEN && !open.containsKey(id)) {
      abandoned++;
      return;
    }
    if (open.put(id, nanos) != null) {
      abandoned++;
    }
  }

  void end(String id, long nanos) {
    Long start = open.remove(id);
    if (start == null) {
      unstarted++;
    } else if (nanos < start) {
      backward++;
    } else {
      durations.add(LogTime.between(start, nanos));
    }
  }

  DurationSummary durations() {
    return durations;
  }

  /** Returns the number of starts without an end. */
  long open() {
    return open.size() + abandoned;
  }

  /** Returns the number of ends without a start. */
  long unstarted() {
    return unstarted;
  }

  /** Returns the number of ends that precede their start because clocks differ. */
  long backward() {
    return backward;
  }
}
