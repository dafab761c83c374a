package io.flowgauge.traces.chrome;

import io.flowgauge.run.ActivityState;
import io.flowgauge.run.EventType;
import java.util.Optional;

/**
 * A colour by its name in Catapult, the viewer of {@code chrome://tracing}. Perfetto ignores it and
 * chooses a colour by the name of the slice, as Catapult does if there is none.
 */
enum Colour {
  SUBMITTING("thread_state_unknown"),
  WAITING("thread_state_iowait"),
  QUEUING("thread_state_runnable"),
  PROCESSING("thread_state_running"),
  SUSPENDED("thread_state_uninterruptible"),
  FAILED("terrible"),
  ABORTED("bad"),
  BY_NAME("");

  private final String label;

  Colour(String label) {
    this.label = label;
  }

  /** Returns its name in a trace; empty for none. */
  String label() {
    return label;
  }

  static Colour of(ActivityState state) {
    return switch (state) {
      case SUBMITTING -> SUBMITTING;
      case WAITING -> WAITING;
      case QUEUING -> QUEUING;
      case PROCESSING -> PROCESSING;
      case SUSPENDED -> SUSPENDED;
    };
  }

  static Colour of(Optional<EventType> outcome) {
    return outcome
        .map(
            type ->
                switch (type) {
                  case FAILED -> FAILED;
                  case ABORTED -> ABORTED;
                  default -> BY_NAME;
                })
        .orElse(BY_NAME);
  }
}
