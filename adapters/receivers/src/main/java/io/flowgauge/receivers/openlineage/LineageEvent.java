package io.flowgauge.receivers.openlineage;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A run event as it was posted. Filled by the parser; not thread-safe. */
final class LineageEvent {
  private static final String AIRFLOW = "airflow";

  String runId = "";
  JobName job = JobName.UNKNOWN;
  Transition.Kind kind = Transition.Kind.OTHER;
  long nanos;
  boolean zoned = true;
  String producer = "";
  RunOfJob parent;
  RunOfJob root;
  String integration = "";
  String jobType = "";
  String task = "";
  int attempt;
  int mapIndex = -1;
  final List<String> upstreamTasks = new ArrayList<>(0);
  final List<String> downstreamTasks = new ArrayList<>(0);
  final Set<RunOfJob> upstream = new LinkedHashSet<>();
  final Set<RunOfJob> downstream = new LinkedHashSet<>();
  final Set<JobName> inputs = new LinkedHashSet<>();
  final Set<JobName> outputs = new LinkedHashSet<>();
  final Map<String, String> attributes = new TreeMap<>();

  /**
   * Adds the tasks that Airflow names only by their ids; their job names differ from this one only
   * in the id of the task.
   */
  void nameTasks() {
    upstreamTasks.forEach(id -> upstream.add(new RunOfJob("", job.sibling(task, id))));
    downstreamTasks.forEach(id -> downstream.add(new RunOfJob("", job.sibling(task, id))));
  }

  /** Whether it is of a task of Airflow, each of whose attempts is a separate run. */
  boolean isAirflowTask() {
    boolean airflow = producer.contains(AIRFLOW) || integration.equalsIgnoreCase(AIRFLOW);
    return airflow && parent != null && (jobType.isEmpty() || jobType.equals("TASK"));
  }
}
