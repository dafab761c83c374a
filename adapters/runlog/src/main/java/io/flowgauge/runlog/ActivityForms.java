package io.flowgauge.runlog;

import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.EventType;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.util.EnumMap;
import java.util.Map;
import java.util.WeakHashMap;

/** Typed forms for logging frequent events. Immutable and thread-safe. */
final class ActivityForms {
  /** Logs an event that happens now. */
  interface Now {
    void log(long id, int attempt);
  }

  /** Logs an event that happened at a given time. */
  interface Given {
    void log(long id, int attempt, long time);
  }

  /** Logs the processor on which an attempt runs. */
  interface Assigned {
    void log(long id, int attempt, String processor);
  }

  /** Forms by log; held weakly, so that the runs that still use a log keep its forms alive. */
  private static final Map<EventLog, WeakReference<ActivityForms>> KNOWN = new WeakHashMap<>();

  private final Map<EventType, Now> now = new EnumMap<>(EventType.class);
  private final Map<EventType, Given> given = new EnumMap<>(EventType.class);
  private final Assigned assigned;

  private ActivityForms(EventLog log) {
    MethodHandles.Lookup own = MethodHandles.lookup();
    for (EventType type : EventType.values()) {
      now.put(type, log.declare(RunSchemas.atLogTime(type)).as(own, Now.class));
      given.put(type, log.declare(RunSchemas.atGivenTime(type)).as(own, Given.class));
    }
    assigned = log.declare(RunSchemas.ASSIGNED).as(own, Assigned.class);
  }

  /**
   * Returns the forms of a log, shared by all its runs where possible: each form is a class, and
   * creating all of them takes as long as logging tens of thousands of events.
   */
  static ActivityForms of(EventLog log) {
    ActivityForms known = known(log);
    if (known != null) {
      return known;
    }
    ActivityForms made = new ActivityForms(log);
    synchronized (KNOWN) {
      KNOWN.put(log, new WeakReference<>(made));
    }
    return made;
  }

  private static ActivityForms known(EventLog log) {
    synchronized (KNOWN) {
      WeakReference<ActivityForms> known = KNOWN.get(log);
      return known == null ? null : known.get();
    }
  }

  void log(EventType type, long id, int attempt) {
    now.get(type).log(id, attempt);
  }

  void log(EventType type, long id, int attempt, long epochNanos) {
    given.get(type).log(id, attempt, epochNanos);
  }

  void assigned(long id, int attempt, String processor) {
    assigned.log(id, attempt, processor);
  }
}
