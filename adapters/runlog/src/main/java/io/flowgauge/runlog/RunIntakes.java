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
final class RunIntakes<T extends RunEventConsumer> {
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

  /** Creates the consumers of runs that begin. */
  interface ConsumerFactory<T extends RunEventConsumer> {
    /** Returns the consumer of a run's events; null if the run is not wanted. */
    T create(LoggedRun run);
  }

  private final ConsumerFactory<T> factory;
  private final int mostWaiting;
  private final IdentityHashMap<EventSchema, Kind> kinds = new IdentityHashMap<>();

  /** Lifelines of runs by the lifelines of their activities. */
  private final Map<Long, Long> runs = new HashMap<>();

  /** Consumers by the lifelines of the runs that have begun; null for runs that are not wanted. */
  private final Map<Long, T> consumers = new LinkedHashMap<>();

  private final Map<Long, List<OneEvent>> waiting = new LinkedHashMap<>();
  private final Set<T> changed = new LinkedHashSet<>();
  private int waitingEvents;
  private long lost;

  RunIntakes(ConsumerFactory<T> factory) {
    this(factory, MOST_WAITING);
  }

  RunIntakes(ConsumerFactory<T> factory, int mostWaiting) {
    this.factory = factory;
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
    if (!consumers.containsKey(lifeline)) {
      consumers.put(lifeline, factory.create(run));
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
    T consumer = consumers.get(run);
    if (consumer != null) {
      consumer.take(event);
      changed.add(consumer);
    } else if (!consumers.containsKey(run)) {
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

  /**
   * Makes consumers pass on the data that are now complete; returns whether there were new events.
   */
  boolean passOnComplete() {
    boolean isNew = !changed.isEmpty();
    changed.forEach(RunEventConsumer::passOnComplete);
    changed.clear();
    return isNew;
  }

  /** Returns the consumers of the runs that have begun and are wanted. */
  Stream<T> consumers() {
    return consumers.values().stream().filter(Objects::nonNull);
  }

  /** Returns the events that wait for their run. */
  Stream<OneEvent> waiting() {
    return waiting.values().stream().flatMap(List::stream);
  }

  /** Forgets a run; its later events wait in vain. */
  void forget(long lifeline) {
    consumers.remove(lifeline);
    runs.values().removeIf(run -> run == lifeline);
  }

  /** Returns the number of events discarded because their run did not begin. */
  long discardedCount() {
    return lost;
  }
}
