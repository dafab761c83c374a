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
  private static final byte STARTED = EventSequence.code(EventType.STARTED);
  private static final byte SUBMITTED = EventSequence.code(EventType.SUBMITTED);
  private static final byte PENDING = EventSequence.code(EventType.PENDING);
  private static final byte ACTIVE = EventSequence.code(EventType.ACTIVE);
  private static final byte FAILED = EventSequence.code(EventType.FAILED);
  private static final byte ABORTED = EventSequence.code(EventType.ABORTED);

  private static final Comparator<ActivityEvent> ORDER =
      Comparator.comparingInt(ActivityEvent::attempt)
          .thenComparingLong(ActivityEvent::epochNanos)
          .thenComparing(ActivityEvent::type);

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
    return new RunEvents(attempts, events.only(attempts.withFurtherEvents()));
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

  /** Latest FAILED or ABORTED of an activity: nanoseconds, or {@link Columns#ABSENT}. */
  long lastFailed(int activity) {
    long latest = Columns.ABSENT;
    for (int at = attempts.first(activity); at < attempts.end(activity); at++) {
      latest = isFailure(attempts.outcomes[at]) ? Math.max(latest, attempts.ended[at]) : latest;
    }
    int end = others.end(activity);
    for (int e = others.begin(activity); e < end; e++) {
      latest = isFailure(others.types[e]) ? Math.max(latest, others.times[e]) : latest;
    }
    return latest;
  }

  private static boolean isFailure(byte type) {
    return type == FAILED || type == ABORTED;
  }

  /** The events of an activity in order of attempt, time and lifecycle rank. */
  List<ActivityEvent> of(int activity, String id) {
    List<ActivityEvent> events = new ArrayList<>();
    forEach(
        activity,
        (a, type, time, attempt) ->
            events.add(new ActivityEvent(id, EventSequence.type(type), time, attempt)));
    events.sort(ORDER);
    return events;
  }

  /** Passes on the events of an activity, in no particular order. */
  void forEach(int activity, EventSequence.Reader reader) {
    int begin = others.begin(activity);
    int end = others.end(activity);
    for (int e = begin; e < end; e++) {
      reader.event(activity, others.types[e], others.times[e], others.attempts[e]);
    }
    if (begin < end) {
      return;
    }
    for (int at = attempts.first(activity); at < attempts.end(activity); at++) {
      int number = attempts.numbers[at];
      pass(activity, STARTED, attempts.started[at], number, reader);
      pass(activity, SUBMITTED, attempts.submitted[at], number, reader);
      pass(activity, PENDING, attempts.pending[at], number, reader);
      pass(activity, ACTIVE, attempts.active[at], number, reader);
      pass(activity, attempts.outcomes[at], attempts.ended[at], number, reader);
    }
  }

  private static void pass(
      int activity, byte type, long time, int attempt, EventSequence.Reader reader) {
    if (known(time)) {
      reader.event(activity, type, time, attempt);
    }
  }
}
