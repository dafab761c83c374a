package io.flowgauge.cli.log;

import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LifelineKey;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Decides whether an event is wanted. Not thread-safe.
 *
 * @param since the first time, in nanoseconds
 * @param until the time after the last one, in nanoseconds; {@code Long.MAX_VALUE} for no end
 * @param conditions conditions that its values must all meet
 * @param ids ids of the wanted lifelines; all if empty
 */
record EventFilter(
    Predicate<String> isNamed,
    long since,
    long until,
    List<ValueCondition> conditions,
    Set<String> ids,
    LifelineKey key) {

  boolean accepts(EventCursor event) {
    return isInTime(event.timeNanos())
        && isNamed.test(event.schema().name())
        && conditions.stream().allMatch(condition -> condition.holds(event))
        && (ids.isEmpty() || key.of(event).filter(ids::contains).isPresent());
  }

  private boolean isInTime(long time) {
    return time >= since && (time < until || until == Long.MAX_VALUE);
  }
}
