package io.flowgauge.model.core;

import io.flowgauge.run.EventType;
import java.util.Arrays;

/**
 * Pairs each SUSPENDED with its RESUMED, or with the event that ended the suspension instead.
 * Stateless.
 */
final class Suspensions {

  private Suspensions() {}

  /**
   * Returns the suspensions of one attempt as alternating begins and ends; an open one ends at
   * {@code until}.
   *
   * @param from first event of the attempt
   * @param to first event after the attempt
   */
  static long[] of(EventColumns events, int from, int to, long until) {
    long[] pairs = new long[4];
    int count = 0;
    for (int e = from; e < to; e++) {
      EventType type = EventSequence.type(events.types[e]);
      boolean open = count % 2 == 1;
      boolean begins = type == EventType.SUSPENDED && !open;
      boolean ends = open && (type == EventType.RESUMED || type.endsAttempt());
      if (begins || ends) {
        pairs = Columns.room(pairs, count);
        pairs[count++] = events.times[e];
      }
    }
    if (count % 2 == 1) {
      pairs = Columns.room(pairs, count);
      pairs[count] = Math.max(pairs[count - 1], until);
      count++;
    }
    return Arrays.copyOf(pairs, count);
  }

  /** Returns the total length of suspensions. */
  static long total(long[] pairs) {
    long total = 0;
    for (int k = 0; k < pairs.length; k += 2) {
      total += pairs[k + 1] - pairs[k];
    }
    return total;
  }
}
