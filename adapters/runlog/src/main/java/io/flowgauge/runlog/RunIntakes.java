package io.flowgauge.runlog;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.EventCursor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Passes the events of logs to the runs that they belong to, by their lifelines. Events wait until
 * their run is known and has begun, because clocks of hosts differ, and attributes precede the
 * declaration of their activity. Not thread-safe.
 */
final class RunIntakes<T extends RunTaker> {
  /** Sufficient for clocks that differ; events whose run never begins must not fill the memory. */
  static final int MOST_WAITING = 200_000;

  /** Prefix of the names of events about runs. */
  static final String PREFIX = "run.";

  /** Roles of event types with respect to runs. */
  private enum Kind {
    NOTHING,
    BEGIN,
    ACTIVITY,
    OTHER
  }

  /** Creates the takers of runs that begin. */
  interface Begun<T extends RunTaker> {
    /** Returns the taker of a run's events; null if the run is not wanted. */
    T taker(LoggedRun run);
  }

  private final Begun<T> begun;
  private final int mostWaiting;
  private final IdentityHashMap<EventSchema, Kind> kinds = new IdentityHashMap<>();

  /** Lifelines of runs by the lifelines of their activities. */
  private final Map<Long, Long> runs = new HashMap<>();

  /** Takers by the lifelines of the runs that have begun; null for runs that are not wanted. */
  private final Map<Long, T> takers = new LinkedHashMap<>();

  private final Map<Long, List<OneEvent>> waiting = new LinkedHashMap<>();
  private final Set<T> changed = new LinkedHashSet<>();
  private int waitingEvents;
  private long lost;

  RunIntakes(Begun<T> begun) {
    this(begun, MOST_WAITING);
  }

  RunIntakes(Begun<T> begun, int mostWaiting) {
    this.begun = begun;
    this.mostWaiting = mostWaiting;
  }

  /** Passes on the current event of a cursor, or keeps it until its run begins. */
  void take(EventCursor event) {
    Kind kind = kinds.computeIfAbsent(event.schema(), RunIntakes::kind);
    if (kind == Kind.NOTHING) {
      return;
    }
    long lifeline = event.int64(0);
    if (kind == Kind.BEGIN) {
      begin(lifeline, new LoggedRun(event.string(1), event.string(2)));
    } else if (kind == Kind.ACTIVITY && runs.putIfAbsent(lifeline, event.int64(1)) == null) {
      release(lifeline);
    }
    deliver(lifeline, event);
  }

  private static Kind kind(EventSchema schema) {
    if (schema.equals(RunSchemas.BEGIN)) {
      return Kind.BEGIN;
    }
    if (schema.equals(RunSchemas.ACTIVITY) || schema.equals(RunSchemas.KNOWN)) {
      return Kind.ACTIVITY;
    }
    boolean isOfRun =
        schema.name().startsWith(PREFIX)
            && !schema.fields().isEmpty()
            && schema.fields().get(0).type() == FieldType.INT64;
    return isOfRun ? Kind.OTHER : Kind.NOTHING;
  }

  /** Records that a run begins, unless it has begun already. */
  void begin(long lifeline, LoggedRun run) {
    if (!takers.containsKey(lifeline)) {
      takers.put(lifeline, begun.taker(run));
      release(lifeline);
    }
  }

  private void release(long lifeline) {
    List<OneEvent> events = waiting.remove(lifeline);
    if (events != null) {
      waitingEvents -= events.size();
      events.forEach(event -> deliver(lifeline, event));
    }
  }

  private void deliver(long lifeline, EventCursor event) {
    long run = runs.getOrDefault(lifeline, lifeline);
    T taker = takers.get(run);
    if (taker != null) {
      taker.take(event);
      changed.add(taker);
    } else if (!takers.containsKey(run)) {
      keepForLater(run, event);
    }
  }

  private void keepForLater(long lifeline, EventCursor event) {
    waiting.computeIfAbsent(lifeline, any -> new ArrayList<>()).add(copy(event));
    waitingEvents++;
    if (waitingEvents > mostWaiting) {
      Iterator<List<OneEvent>> eldest = waiting.values().iterator();
      int size = eldest.next().size();
      eldest.remove();
      waitingEvents -= size;
      lost += size;
    }
  }

  private static OneEvent copy(EventCursor event) {
    LogEvent copy = event.event();
    Object[] values = new Object[copy.schema().fields().size()];
    for (int field = 0; field < values.length; field++) {
      values[field] = copy.value(field);
    }
    return new OneEvent(copy.timeNanos(), copy.schema(), values);
  }

  /** Makes takers pass on the data that are now complete; returns whether there were new events. */
  boolean settle() {
    boolean isNew = !changed.isEmpty();
    changed.forEach(RunTaker::settle);
    changed.clear();
    return isNew;
  }

  /** Returns the takers of the runs that have begun and are wanted. */
  Stream<T> takers() {
    return takers.values().stream().filter(Objects::nonNull);
  }

  /** Returns the events that wait for their run. */
  Stream<OneEvent> waiting() {
    return waiting.values().stream().flatMap(List::stream);
  }

  /** Forgets a run; its later events wait in vain. */
  void forget(long lifeline) {
    takers.remove(lifeline);
    runs.values().removeIf(run -> run == lifeline);
  }

  /** Returns the number of events discarded because their run did not begin. */
  long lost() {
    return lost;
  }
}
