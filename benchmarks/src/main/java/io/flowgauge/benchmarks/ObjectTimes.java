package io.flowgauge.benchmarks;

import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.EventType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Times of one activity of the baseline: its last attempt, and the time lost before it. */
final class ObjectTimes {
  private final ObjectActivity activity;
  private final Map<EventType, Long> last = new EnumMap<>(EventType.class);
  private final long begin;
  private final long end;
  private final long failed;

  ObjectTimes(ObjectActivity activity) {
    this.activity = activity;
    List<ActivityEvent> events = new ArrayList<>(activity.events);
    events.sort(
        Comparator.comparingInt(ActivityEvent::attempt)
            .thenComparingLong(ActivityEvent::epochNanos)
            .thenComparing(ActivityEvent::type));
    int lastAttempt = events.get(events.size() - 1).attempt();
    long latestFailure = Long.MIN_VALUE;
    for (ActivityEvent event : events) {
      if (event.type() == EventType.FAILED) {
        latestFailure = event.epochNanos();
      }
      if (event.attempt() == lastAttempt) {
        last.put(event.type(), event.epochNanos());
      }
    }
    begin = events.get(0).epochNanos();
    end = events.get(events.size() - 1).epochNanos();
    failed = latestFailure;
  }

  long begin() {
    return begin;
  }

  long end() {
    return end;
  }

  double processingSeconds() {
    return activity.wallclock / 1e9;
  }

  private double between(EventType from, EventType to) {
    return (last.get(to) - last.get(from)) / 1e9;
  }

  /** Seconds by class (definitions, "One activity"), for activities whose events are all known. */
  Map<OverheadClass, Double> overheads() {
    Map<OverheadClass, Double> overheads = new EnumMap<>(OverheadClass.class);
    overheads.put(OverheadClass.SUBMISSION, between(EventType.STARTED, EventType.SUBMITTED));
    overheads.put(OverheadClass.WAITING, between(EventType.SUBMITTED, EventType.PENDING));
    overheads.put(OverheadClass.QUEUE_RESIDENCY, between(EventType.PENDING, EventType.ACTIVE));
    overheads.put(
        OverheadClass.POLLING,
        between(EventType.ACTIVE, EventType.COMPLETED) - processingSeconds());
    overheads.put(OverheadClass.EXTERNAL_LOAD, processingSeconds() * (1 - activity.speed));
    if (failed > Long.MIN_VALUE) {
      overheads.put(OverheadClass.RESTART, (failed - begin) / 1e9);
      overheads.put(OverheadClass.RESUBMISSION, (last.get(EventType.STARTED) - failed) / 1e9);
    }
    return overheads;
  }
}
