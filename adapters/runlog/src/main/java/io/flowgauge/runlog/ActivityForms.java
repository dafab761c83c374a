package io.flowgauge.runlog;

import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.EventType;
import java.lang.invoke.MethodHandles;
import java.util.EnumMap;
import java.util.Map;

/** The typed ways to log the events that are many. Immutable and thread-safe. */
final class ActivityForms {
  /** Logs an event that happens now. */
  interface Now {
    void log(long id, int attempt);
  }

  /** Logs an event that happened at a given time. */
  interface Given {
    void log(long id, int attempt, long time);
  }

  /** Logs where an attempt runs. */
  interface Assigned {
    void log(long id, int attempt, String processor);
  }

  private final Map<EventType, Now> now = new EnumMap<>(EventType.class);
  private final Map<EventType, Given> given = new EnumMap<>(EventType.class);
  private final Assigned assigned;

  ActivityForms(EventLog log) {
    MethodHandles.Lookup own = MethodHandles.lookup();
    for (EventType type : EventType.values()) {
      now.put(type, log.declare(RunSchemas.atLogTime(type)).as(own, Now.class));
      given.put(type, log.declare(RunSchemas.atGivenTime(type)).as(own, Given.class));
    }
    assigned = log.declare(RunSchemas.ASSIGNED).as(own, Assigned.class);
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
