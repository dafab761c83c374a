package io.flowgauge.traces.dot;

import io.flowgauge.analysis.PathStep;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.AnalysisProvider;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * The critical path of a run.
 *
 * @param next the next activity on the path by index of the activity; -1 for the last
 */
record DotCriticalPath(Map<Integer, Integer> next) {

  /** Returns the path computed by the installed analysis; empty if none is installed. */
  static DotCriticalPath of(WorkflowRun run) {
    if (run.workflow().activityCount() == 0) {
      return new DotCriticalPath(Map.of());
    }
    return installed()
        .map(analysis -> of(run, analysis.report(run, List.of()).attribution().criticalPath()))
        .orElse(new DotCriticalPath(Map.of()));
  }

  private static Optional<AnalysisProvider> installed() {
    return ServiceLoader.load(AnalysisProvider.class, AnalysisProvider.class.getClassLoader())
        .findFirst();
  }

  private static DotCriticalPath of(WorkflowRun run, List<PathStep> steps) {
    Map<Integer, Integer> next = new HashMap<>();
    int later = -1;
    for (int k = steps.size() - 1; k >= 0; k--) {
      int activity = run.workflow().indexOf(steps.get(k).activity());
      next.put(activity, later);
      later = activity;
    }
    return new DotCriticalPath(next);
  }

  boolean holds(int activity) {
    return next.containsKey(activity);
  }

  boolean holds(int from, int to) {
    return next.getOrDefault(from, -1) == to;
  }
}
