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
 * it is known which run theirs is, and until that run begins: clocks of hosts differ, and
 * attributes come before the activity that they are of. Not thread-safe.
 */
final class RunIntakes<T extends RunTaker> {
  /** Enough for clocks that differ; what never finds its run must not fill the memory. */
  static final int MOST_WAITING = 200_000;

  /** Of names of events of runs. */
  static final String PREFIX = "run.";

  /** What the events of a type say about runs. */
  private enum Kind {
    NOTHING,
    BEGIN,
    ACTIVITY,
    OTHER
  }

  /** What becomes of a run that begins. */
  interface Begun<T extends RunTaker> {
    /** What takes the events of a run; null if it is not wanted. */
    T taker(LoggedRun run);
  }

  private final Begun<T> begun;
  private final int mostWaiting;
  private final IdentityHashMap<EventSchema, Kind> kinds = new IdentityHashMap<>();

  /** The runs of activities, by lifelines. */
  private final Map<Long, Long> runs = new HashMap<>();

  /** By the lifelines of the runs that have begun; null for those that are not wanted. */
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

  /** Takes the current event of a cursor. */
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
    give(lifeline, event);
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

  /** A run begins, if it has not yet. */
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
      events.forEach(event -> give(lifeline, event));
    }
  }

  private void give(long lifeline, EventCursor event) {
    long run = runs.getOrDefault(lifeline, lifeline);
    T taker = takers.get(run);
    if (taker != null) {
      taker.take(event);
      changed.add(taker);
    } else if (!takers.containsKey(run)) {
      keep(run, event);
    }
  }

  private void keep(long lifeline, EventCursor event) {
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

  /** Passes on what is complete now; returns whether there was anything new. */
  boolean settle() {
    boolean isNew = !changed.isEmpty();
    changed.forEach(RunTaker::settle);
    changed.clear();
    return isNew;
  }

  /** What takes the events of the runs that have begun and are wanted. */
  Stream<T> takers() {
    return takers.values().stream().filter(Objects::nonNull);
  }

  /** The events that wait for their run. */
  Stream<OneEvent> waiting() {
    return waiting.values().stream().flatMap(List::stream);
  }

  /** Forgets a run; events that still arrive wait in vain. */
  void forget(long lifeline) {
    takers.remove(lifeline);
    runs.values().removeIf(run -> run == lifeline);
  }

  /** How many events were given up, since their run did not begin. */
  long lost() {
    return lost;
  }
}
