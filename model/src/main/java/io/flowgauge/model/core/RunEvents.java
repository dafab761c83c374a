package io.flowgauge.model.core;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.EventType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The events of a run, each kept once. For most activities the columns of attempts already hold
 * every event, so they need no columns of events. Immutable.
 */
final class RunEvents {
  private static final Comparator<ActivityEvent> IN_ATTEMPT =
      Comparator.comparingLong(ActivityEvent::epochNanos).thenComparing(ActivityEvent::type);

  private final AttemptColumns attempts;

  /**
   * Events of those activities whose attempts do not hold all of them, as with repeated events or
   * suspensions.
   */
  private final EventColumns others;

  private RunEvents(AttemptColumns attempts, EventColumns others) {
    this.attempts = attempts;
    this.others = others;
  }

  static RunEvents of(EventColumns events, AttemptColumns attempts) {
    return new RunEvents(attempts, events.only(attempts.withFurtherEvents()::get));
  }

  /** All events of the activities whose attempts do not hold all of them. */
  EventColumns others() {
    return others;
  }

  /** The suspensions of one attempt: see {@link Suspensions#of}. */
  long[] suspensions(int activity, int attemptNumber, long until) {
    int from = others.firstOf(activity, attemptNumber);
    return Suspensions.of(others, from, others.firstOf(activity, attemptNumber + 1L), until);
  }

  /** The events of an activity in order of attempt, time and lifecycle rank. */
  List<ActivityEvent> of(int activity, String id) {
    List<ActivityEvent> events = new ArrayList<>();
    for (int e = others.offsets[activity]; e < others.offsets[activity + 1]; e++) {
      EventType type = EventSequence.type(others.types[e]);
      events.add(new ActivityEvent(id, type, others.times[e], others.attempts[e]));
    }
    if (events.isEmpty()) {
      for (int at = attempts.offsets[activity]; at < attempts.offsets[activity + 1]; at++) {
        events.addAll(ofAttempt(at, id));
      }
    }
    return events;
  }

  private List<ActivityEvent> ofAttempt(int at, String id) {
    List<ActivityEvent> events = new ArrayList<>();
    add(EventType.STARTED, attempts.started[at], at, id, events);
    add(EventType.SUBMITTED, attempts.submitted[at], at, id, events);
    add(EventType.PENDING, attempts.pending[at], at, id, events);
    add(EventType.ACTIVE, attempts.active[at], at, id, events);
    if (known(attempts.ended[at])) {
      add(EventSequence.type(attempts.outcomes[at]), attempts.ended[at], at, id, events);
    }
    events.sort(IN_ATTEMPT);
    return events;
  }

  private void add(EventType type, long time, int at, String id, List<ActivityEvent> events) {
    if (known(time)) {
      events.add(new ActivityEvent(id, type, time, attempts.numbers[at]));
    }
  }
}
