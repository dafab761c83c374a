package io.flowgauge.traces.airflow;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.RunRecorder;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Records the dependencies between task instances. A task depends on all instances of a mapped
 * task; if both are mapped within one group, each instance depends on the one with its index. Used
 * once.
 */
final class TaskOrder {
  /** Largest number of pairs of instances of two tasks that are recorded one by one. */
  private static final long MOST_PAIRS = 1_000_000;

  private final Map<String, Set<String>> successors;

  /** The last try of each instance, by task. */
  private final Map<String, List<AirflowTry>> instances;

  private final Remarks remarks;

  TaskOrder(
      Map<String, Set<String>> successors,
      Map<String, List<AirflowTry>> instances,
      Remarks remarks) {
    this.successors = successors;
    this.instances = instances;
    this.remarks = remarks;
  }

  void recordInto(RunRecorder into) {
    for (String task : instances.keySet()) {
      for (String next : following(task)) {
        addDependencies(task, next, into);
      }
    }
  }

  /**
   * Returns the tasks with instances that follow a task, also by way of nodes without any, such as
   * the joins of groups in a graph.
   */
  private Set<String> following(String task) {
    Deque<String> left = new ArrayDeque<>(successors.getOrDefault(task, Set.of()));
    Set<String> seen = new HashSet<>();
    Set<String> found = new LinkedHashSet<>();
    while (!left.isEmpty()) {
      String next = left.pop();
      if (instances.containsKey(next)) {
        found.add(next);
      } else if (seen.add(next)) {
        left.addAll(successors.getOrDefault(next, Set.of()));
      }
    }
    return found;
  }

  private void addDependencies(String task, String next, RunRecorder into) {
    List<AirflowTry> before = instances.get(task);
    List<AirflowTry> after = instances.get(next);
    if (isIndexByIndex(task, next)) {
      before.forEach(each -> into.dependency(each.id(), next + "[" + each.index + "]"));
    } else if ((long) before.size() * after.size() > MOST_PAIRS) {
      remarks.warn(
          "more than "
              + MOST_PAIRS
              + " pairs of instances: only dependencies on the instance that ended last are"
              + " recorded",
          task + " -> " + next);
      AirflowTry last = before.stream().max(Comparator.comparingLong(TaskOrder::end)).orElseThrow();
      after.forEach(each -> into.dependency(last.id(), each.id()));
    } else {
      for (AirflowTry each : before) {
        after.forEach(later -> into.dependency(each.id(), later.id()));
      }
    }
  }

  private static long end(AirflowTry instance) {
    OptionalLong end = instance.ended;
    return end.orElse(Long.MAX_VALUE);
  }

  /**
   * Whether both tasks are mapped within one group, where instances with the same index belong
   * together.
   */
  private boolean isIndexByIndex(String task, String next) {
    String group = group(task);
    return !group.isEmpty()
        && group.equals(group(next))
        && !indices(task).contains(-1)
        && indices(task).equals(indices(next));
  }

  private static String group(String task) {
    return task.substring(0, Math.max(0, task.lastIndexOf('.')));
  }

  private Set<Integer> indices(String task) {
    return instances.get(task).stream().map(each -> each.index).collect(Collectors.toSet());
  }
}
