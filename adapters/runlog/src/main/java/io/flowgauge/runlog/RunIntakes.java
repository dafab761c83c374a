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

/**
 * Passes the events of logs to the runs that they belong to, by their lifelines. Events wait until
 * it is known which run theirs is, and until that run begins: clocks of hosts differ, and
 * attributes come before the activity that they are of. Not thread-safe.
 */
final class RunIntakes {
  /** Enough for clocks that differ; what never finds its run must not fill the memory. */
  static final int MOST_WAITING = 200_000;

  private static final String PREFIX = "run.";

  /** What the events of a type say about runs. */
  private enum Kind {
    NOTHING,
    BEGIN,
    ACTIVITY,
    OTHER
  }

  /** What becomes of a run that begins. */
  interface Begun {
    /** The intake of a run; null if it is not wanted. */
    RunIntake intake(LoggedRun run);
  }

  private final Begun begun;
  private final int mostWaiting;
  private final IdentityHashMap<EventSchema, Kind> kinds = new IdentityHashMap<>();

  /** The runs of activities, by lifelines. */
  private final Map<Long, Long> runs = new HashMap<>();

  /** By the lifelines of the runs that have begun; null for those that are not wanted. */
  private final Map<Long, RunIntake> intakes = new LinkedHashMap<>();

  private final Map<Long, List<OneEvent>> waiting = new LinkedHashMap<>();
  private final Set<RunIntake> changed = new LinkedHashSet<>();
  private int waitingEvents;
  private long lost;

  RunIntakes(Begun begun) {
    this(begun, MOST_WAITING);
  }

  RunIntakes(Begun begun, int mostWaiting) {
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
    if (!intakes.containsKey(lifeline)) {
      intakes.put(lifeline, begun.intake(run));
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
    RunIntake intake = intakes.get(run);
    if (intake != null) {
      intake.take(event);
      changed.add(intake);
    } else if (!intakes.containsKey(run)) {
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

  /** Passes on what is complete now. */
  void settle() {
    changed.forEach(intake -> intake.settle(false));
    changed.clear();
  }

  /** Remarks on what is left over at the end of the log. */
  void finish() {
    intakes.values().stream().filter(Objects::nonNull).forEach(RunIntake::finish);
  }

  /** How many events were given up, since their run did not begin. */
  long lost() {
    return lost;
  }
}
