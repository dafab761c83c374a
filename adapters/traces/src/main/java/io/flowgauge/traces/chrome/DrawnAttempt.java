package io.flowgauge.traces.chrome;

import io.flowgauge.model.core.ColumnarWorkflow;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.StateInterval;
import io.flowgauge.run.WorkflowRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An attempt that left an event.
 *
 * @param activity index of its activity
 * @param last whether it is the activity's last
 * @param events its events, in order of time
 * @param states its states, except those that end before they begin
 * @param begin its first event
 * @param end its last event; {@link Long#MAX_VALUE} if it has not ended
 */
record DrawnAttempt(
    int activity,
    Attempt attempt,
    boolean last,
    List<ActivityEvent> events,
    List<StateInterval> states,
    long begin,
    long end) {

  /**
   * Returns all attempts of a run by their start; among simultaneous starts, an attempt comes
   * before those that depend on it.
   */
  static List<DrawnAttempt> of(WorkflowRun run) {
    List<DrawnAttempt> all = new ArrayList<>();
    for (int a = 0; a < run.workflow().activityCount(); a++) {
      add(a, run.execution(a), all);
    }
    int[] position = positions(run);
    all.sort(
        Comparator.comparingLong(DrawnAttempt::begin)
            .thenComparingInt(drawn -> position[drawn.activity()])
            .thenComparingInt(drawn -> drawn.attempt().number()));
    return all;
  }

  private static int[] positions(WorkflowRun run) {
    int[] position = new int[run.workflow().activityCount()];
    for (int a = 0; a < position.length; a++) {
      position[a] =
          run.workflow() instanceof ColumnarWorkflow columns ? columns.dag().position(a) : a;
    }
    return position;
  }

  private static void add(int activity, ActivityExecution execution, List<DrawnAttempt> all) {
    Map<Integer, List<ActivityEvent>> events = new HashMap<>();
    for (ActivityEvent event : execution.graph().events()) {
      events.computeIfAbsent(event.attempt(), number -> new ArrayList<>(5)).add(event);
    }
    Map<Integer, List<StateInterval>> states = new HashMap<>();
    for (StateInterval state : execution.graph().states()) {
      if (state.endNanos() >= state.leading().epochNanos()) {
        states.computeIfAbsent(state.leading().attempt(), n -> new ArrayList<>(4)).add(state);
      }
    }
    List<Attempt> attempts =
        execution.attempts().stream().filter(a -> events.containsKey(a.number())).toList();
    for (int k = 0; k < attempts.size(); k++) {
      Attempt attempt = attempts.get(k);
      List<ActivityEvent> its = events.get(attempt.number());
      all.add(
          new DrawnAttempt(
              activity,
              attempt,
              k == attempts.size() - 1,
              its,
              states.getOrDefault(attempt.number(), List.of()),
              its.get(0).epochNanos(),
              attempt.outcome().isPresent()
                  ? its.get(its.size() - 1).epochNanos()
                  : Long.MAX_VALUE));
    }
  }

  boolean isOpen() {
    return end == Long.MAX_VALUE;
  }

  /** Returns where the drawing of a state ends: an open state ends with its attempt. */
  long endOf(StateInterval state) {
    return state.isOpen() ? end : state.endNanos();
  }

  /** Whether the drawn states show every event, and the end of the attempt shows its outcome. */
  boolean statesShowAllEvents() {
    long ends = events.stream().filter(event -> event.type().endsAttempt()).count();
    if (!isOpen() && (ends != 1 || attempt.ended().orElse(begin) != end)) {
      return false;
    }
    Set<ActivityEvent> shown = new HashSet<>();
    for (StateInterval state : states) {
      shown.add(state.leading());
      state.ending().ifPresent(shown::add);
    }
    return shown.containsAll(events);
  }
}
