package io.flowgauge.receivers.openlineage;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** The data from all events of one run so far. Not thread-safe. */
final class LineageNode {
  private static final int MAX_PER_RUN = 1000;

  final String runId;
  final Set<Transition> transitions = new LinkedHashSet<>();
  final Set<JobName> inputs = new LinkedHashSet<>();
  final Set<JobName> outputs = new LinkedHashSet<>();
  final Set<RunOfJob> upstream = new LinkedHashSet<>();
  final Set<RunOfJob> downstream = new LinkedHashSet<>();
  final Map<String, String> attributes = new TreeMap<>();
  final Set<LineageNode> children = new LinkedHashSet<>();
  JobName job = JobName.UNKNOWN;
  LineageNode parent;
  LineageNode root;
  boolean top;
  boolean hasEvents;
  boolean airflowTask;
  boolean zoned = true;
  boolean isTruncated;
  boolean standsAlone;
  int attempt;
  int mapIndex = -1;

  /** Why its workflow run could not be recorded; empty if it could, or this was not tried. */
  String trouble = "";

  LineageNode(String runId) {
    this.runId = runId;
  }

  /** Returns its id and job, for messages. */
  String name() {
    return "run " + runId + " of job " + job.name();
  }

  /** Adds the data of an event that concern the run itself. */
  void add(LineageEvent event) {
    hasEvents = true;
    job = event.job;
    airflowTask |= event.isAirflowTask();
    zoned &= event.zoned;
    attempt = Math.max(attempt, event.attempt);
    mapIndex = Math.max(mapIndex, event.mapIndex);
    standsAlone |= event.integration.equalsIgnoreCase("FLINK");
    addBounded(transitions, Set.of(new Transition(event.kind, event.nanos)));
    addBounded(inputs, event.inputs);
    addBounded(outputs, event.outputs);
    addBounded(upstream, event.upstream);
    addBounded(downstream, event.downstream);
    attributes.putAll(event.attributes);
    top |= event.kind == Transition.Kind.START && event.parent == null;
  }

  private <T> void addBounded(Set<T> to, Set<T> added) {
    for (T one : added) {
      if (to.size() < MAX_PER_RUN) {
        to.add(one);
      } else {
        isTruncated |= !to.contains(one);
      }
    }
  }

  /** Whether its activity has a name that no later event will change. */
  boolean isNamed() {
    return !airflowTask || attempt > 0;
  }

  /**
   * Returns the id of its activity, which is the same after any event of the run; all attempts of
   * an Airflow task share it.
   */
  String activity() {
    if (airflowTask) {
      return mapIndex < 0 ? job.name() : job.name() + "[" + mapIndex + "]";
    }
    return job.name() + " (" + runId + ")";
  }

  int attemptNumber() {
    return airflowTask ? Math.max(1, attempt) : 1;
  }

  OptionalLong start() {
    return transitions.stream()
        .filter(transition -> transition.kind() == Transition.Kind.START)
        .mapToLong(Transition::nanos)
        .min();
  }

  OptionalLong end() {
    return transitions.stream()
        .filter(transition -> transition.kind().ends())
        .mapToLong(Transition::nanos)
        .max();
  }
}
