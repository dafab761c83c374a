package io.flowgauge.traces.nextflow;

import io.flowgauge.run.RunRecorder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Records dependencies of tasks, each once. Not thread-safe. */
final class TaskLinks {
  private final RunRecorder into;
  private final Map<NextflowTask, Set<NextflowTask>> successors = new HashMap<>();
  private final Set<ProcessPair> processes = new LinkedHashSet<>();
  private long count;

  TaskLinks(RunRecorder into) {
    this.into = into;
  }

  /** Adds a dependency; returns false if it was there already. */
  boolean add(NextflowTask from, NextflowTask to) {
    if (!successors.computeIfAbsent(from, any -> new HashSet<>()).add(to)) {
      return false;
    }
    processes.add(new ProcessPair(from.process(), to.process()));
    into.dependency(from.id(), to.id());
    count++;
    return true;
  }

  long count() {
    return count;
  }

  /** Returns the pairs of processes whose tasks have a dependency. */
  Set<ProcessPair> processes() {
    return processes;
  }
}
