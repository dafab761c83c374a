package io.flowgauge.model.core;

import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityState;
import io.flowgauge.run.StateInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * States between the events of one activity (definitions, "Events and states"). A state begins with
 * its leading event and ends with the event that leads the next one, or ends the attempt;
 * PROCESSING continues during suspensions.
 */
final class States {
  private final List<StateInterval> intervals = new ArrayList<>();
  private final long until;
  private ActivityState state;
  private ActivityEvent leading;
  private ActivityEvent suspended;

  private States(long until) {
    this.until = until;
  }

  /** Returns the states between events, which are in order of attempt, time and rank. */
  static List<StateInterval> of(List<ActivityEvent> events, long until) {
    States states = new States(until);
    int attempt = 0;
    for (ActivityEvent event : events) {
      if (event.attempt() != attempt) {
        states.leaveOpen();
        attempt = event.attempt();
      }
      states.handle(event);
    }
    states.leaveOpen();
    return states.intervals;
  }

  private void handle(ActivityEvent event) {
    switch (event.type()) {
      case STARTED -> begin(ActivityState.SUBMITTING, event);
      case SUBMITTED -> begin(ActivityState.WAITING, event);
      case PENDING -> begin(ActivityState.QUEUING, event);
      case ACTIVE -> begin(ActivityState.PROCESSING, event);
      case SUSPENDED -> suspended = suspended == null ? event : suspended;
      case RESUMED -> resume(event);
      case SKIPPED -> {
        // An activity that is skipped is in no state.
      }
      case COMPLETED, FAILED, ABORTED -> {
        resume(event);
        end(event);
      }
    }
  }

  /** Begins a state, unless it contradicts the order of the lifecycle. */
  private void begin(ActivityState next, ActivityEvent event) {
    if (state == null || next.compareTo(state) > 0) {
      end(event);
      state = next;
      leading = event;
    }
  }

  private void end(ActivityEvent event) {
    if (state != null) {
      intervals.add(new StateInterval(state, leading, Optional.of(event), event.epochNanos()));
    }
    state = null;
  }

  private void resume(ActivityEvent event) {
    if (suspended != null) {
      intervals.add(
          new StateInterval(
              ActivityState.SUSPENDED, suspended, Optional.of(event), event.epochNanos()));
    }
    suspended = null;
  }

  private void leaveOpen() {
    if (state != null) {
      intervals.add(new StateInterval(state, leading, Optional.empty(), openEnd(leading)));
    }
    if (suspended != null) {
      intervals.add(
          new StateInterval(
              ActivityState.SUSPENDED, suspended, Optional.empty(), openEnd(suspended)));
    }
    state = null;
    suspended = null;
  }

  private long openEnd(ActivityEvent event) {
    return Math.max(until, event.epochNanos());
  }
}
