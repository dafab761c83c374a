package io.flowgauge.traces.airflow;

import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.json.JsonHead;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Contents of an Airflow file, recognised by its beginning. Immutable and thread-safe. */
enum AirflowFile {
  /** Task instances, or the tries of one. */
  INSTANCES,
  /** Runs. */
  RUNS,
  /** Tasks of a workflow, each with the tasks that follow it. */
  TASKS,
  /** The graph of a workflow. */
  GRAPH;

  private static final Pattern LIST = Pattern.compile("\\s*\\[\\s*\\{[^{}\\[\\]]*\"task_id\"");
  private static final Pattern DATE =
      Pattern.compile("\"(?:execution_date|logical_date|dag_run_id)\"");
  private static final Pattern DIGRAPH =
      Pattern.compile(
          "\\s*(?://[^\\n]*\\s*)?digraph\\s[^\\[{]*\\{\\s*graph\\s*\\[[^]]*labelloc=t[^]]*]");
  private static final Pattern RUN = Pattern.compile("\"dag_run_id\"\\s*:\\s*\"([^\"]*)\"");
  private static final Pattern WORKFLOW = Pattern.compile("\"dag_id\"\\s*:\\s*\"([^\"]*)\"");
  private static final String TASK = "task_id";
  private static final String OWNER = "\"dag_id\"";

  static Optional<AirflowFile> of(TraceFile file) {
    String head = file.head();
    if (LIST.matcher(head).lookingAt()) {
      return head.contains(OWNER) && DATE.matcher(head).find()
          ? Optional.of(INSTANCES)
          : Optional.empty();
    }
    if (DIGRAPH.matcher(head).lookingAt()) {
      return Optional.of(GRAPH);
    }
    return ofKeys(JsonHead.keys(file), head);
  }

  private static Optional<AirflowFile> ofKeys(Set<String> keys, String head) {
    boolean isList = keys.contains("task_instances") || keys.contains("task_instances_history");
    boolean isInstance = keys.contains(TASK) || keys.contains("map_index");
    if (isList || (isInstance && keys.contains("dag_run_id"))) {
      return Optional.of(INSTANCES);
    }
    if (keys.contains("dag_runs") || (keys.contains("dag_run_id") && keys.contains("dag_id"))) {
      return Optional.of(RUNS);
    }
    return keys.contains("tasks") && head.contains("\"downstream_task_ids\"")
        ? Optional.of(TASKS)
        : Optional.empty();
  }

  /**
   * Whether two files of task instances may belong to the same run, judged by the first workflow
   * and run that each file names.
   */
  static boolean agree(TraceFile one, TraceFile other) {
    return agree(WORKFLOW, one, other) && agree(RUN, one, other);
  }

  private static boolean agree(Pattern key, TraceFile one, TraceFile other) {
    Matcher first = key.matcher(one.head());
    Matcher second = key.matcher(other.head());
    return !first.find() || !second.find() || first.group(1).equals(second.group(1));
  }
}
