package io.flowgauge.receivers.openlineage;

import io.flowgauge.run.EventType;
import java.util.Optional;

/** A state transition of a run, and its time. */
record Transition(Kind kind, long nanos) {
  /** The types of run events. */
  enum Kind {
    START(EventType.ACTIVE),
    RUNNING(null),
    COMPLETE(EventType.COMPLETED),
    ABORT(EventType.ABORTED),
    FAIL(EventType.FAILED),
    OTHER(null);

    private final EventType type;

    Kind(EventType type) {
      this.type = type;
    }

    Optional<EventType> type() {
      return Optional.ofNullable(type);
    }

    boolean ends() {
      return type != null && type.endsAttempt();
    }
  }
}
