package io.flowgauge.run;

import java.util.List;

/**
 * The execution graph P(a) of an activity: a directed acyclic bipartite graph of states and events
 * ([Truong] §5.2).
 *
 * <p>Each state lies between its leading and its ending event. An event that contradicts the
 * lifecycle is listed among the events, but neither leads nor ends a state. Immutable and
 * thread-safe.
 *
 * @param activity id of the activity
 * @param events all events, in order of attempt, time and lifecycle rank, without exact duplicates
 * @param states the states in the order they began
 */
public record ExecutionGraph(
    String activity, List<ActivityEvent> events, List<StateInterval> states) {
  /**
   * Copies the lists.
   *
   * @param activity id of the activity
   * @param events all events
   * @param states the states
   */
  public ExecutionGraph {
    events = List.copyOf(events);
    states = List.copyOf(states);
  }

  @Override
  public String toString() {
    return "ExecutionGraph["
        + activity
        + ", "
        + events.size()
        + " events, "
        + states.size()
        + " states]";
  }
}
