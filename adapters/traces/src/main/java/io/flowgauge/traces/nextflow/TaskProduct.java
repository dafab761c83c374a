package io.flowgauge.traces.nextflow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Applies dependencies of processes to their tasks: every task of the later process depends on
 * every task of the earlier one. Two rules narrow that down. If the tasks of both processes are
 * tagged, the later one has no tag that the earlier one lacks, and no operator between them gathers
 * the output of many tasks, a task depends only on those of its own tag. Also, a dependency is left
 * out if the later task was submitted before the earlier one completed: Nextflow submits a task
 * only when its inputs exist. Not thread-safe.
 */
final class TaskProduct {
  /** Maximum number of dependencies derived from a process graph. */
  static final long MAX_DEPENDENCIES = 1_000_000;

  private final Map<String, List<NextflowTask>> tasksOf = new HashMap<>();
  private final Map<String, Map<String, List<NextflowTask>>> byTag = new HashMap<>();
  private int narrowed;
  private long ruledOut;

  TaskProduct(List<NextflowTask> tasks) {
    for (NextflowTask task : tasks) {
      String process = task.process();
      tasksOf.computeIfAbsent(process, any -> new ArrayList<>()).add(task);
      byTag
          .computeIfAbsent(process, any -> new HashMap<>())
          .computeIfAbsent(task.tag(), any -> new ArrayList<>(1))
          .add(task);
    }
  }

  /** Returns an upper bound of the dependencies that the pairs stand for. */
  long size(Map<ProcessPair, Boolean> pairs) {
    long size = 0;
    for (Map.Entry<ProcessPair, Boolean> pair : pairs.entrySet()) {
      for (NextflowTask later : tasksOf.get(pair.getKey().to())) {
        size += tasksBefore(pair.getKey(), later, goesByTag(pair)).size();
      }
    }
    return size;
  }

  void link(Map<ProcessPair, Boolean> pairs, TaskLinks links) {
    for (Map.Entry<ProcessPair, Boolean> pair : pairs.entrySet()) {
      boolean tagged = goesByTag(pair);
      narrowed += tagged ? 1 : 0;
      for (NextflowTask later : tasksOf.get(pair.getKey().to())) {
        tasksBefore(pair.getKey(), later, tagged).forEach(task -> link(task, later, links));
      }
    }
  }

  /** Returns the number of pairs of processes whose tasks were matched by tag. */
  int narrowed() {
    return narrowed;
  }

  /** Returns the number of dependencies left out because of the recorded times. */
  long ruledOut() {
    return ruledOut;
  }

  private void link(NextflowTask earlier, NextflowTask later, TaskLinks links) {
    OptionalLong completed = earlier.completed();
    OptionalLong submitted = later.submitted();
    boolean impossible =
        completed.isPresent()
            && submitted.isPresent()
            && completed.getAsLong() - TaskTimes.ROUNDING_NANOS > submitted.getAsLong();
    if (impossible) {
      ruledOut++;
    } else {
      links.add(earlier, later);
    }
  }

  private List<NextflowTask> tasksBefore(ProcessPair pair, NextflowTask later, boolean tagged) {
    return tagged ? byTag.get(pair.from()).get(later.tag()) : tasksOf.get(pair.from());
  }

  private boolean goesByTag(Map.Entry<ProcessPair, Boolean> pair) {
    Set<String> earlier = tags(pair.getKey().from());
    Set<String> later = tags(pair.getKey().to());
    boolean gathered = pair.getValue();
    return !gathered && earlier.size() > 1 && !earlier.contains("") && earlier.containsAll(later);
  }

  private Set<String> tags(String process) {
    return byTag.getOrDefault(process, Map.of()).keySet();
  }
}
