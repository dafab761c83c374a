package io.flowgauge.traces.spark;

import java.util.HashMap;
import java.util.Map;

/**
 * Determines the types of tasks: the place in the program after which their stage is named. All
 * stages of a SQL query are named after the action that ran it, so they are numbered within the
 * query. Stateless.
 */
final class StageTypes {

  private StageTypes() {}

  /** Returns types by ids of stages. */
  static Map<Integer, String> of(SparkApplication application) {
    Map<Integer, String> queries = new HashMap<>();
    for (SparkJob job : application.jobs.values()) {
      if (!job.query.isEmpty()) {
        job.stages.forEach(stage -> queries.putIfAbsent(stage, job.query));
      }
    }
    Map<Integer, String> types = new HashMap<>();
    Map<String, Integer> counts = new HashMap<>();
    for (SparkStage stage : application.stages.values()) {
      String name = stage.name.isBlank() ? "stage " + stage.id : stage.name;
      String query = queries.get(stage.id);
      if (stage.hasRun() && query != null) {
        int number = counts.merge(query + "\n" + name, 1, Integer::sum);
        types.put(stage.id, number == 1 ? name : name + " (" + number + ")");
      } else {
        types.put(stage.id, name);
      }
    }
    return types;
  }
}
