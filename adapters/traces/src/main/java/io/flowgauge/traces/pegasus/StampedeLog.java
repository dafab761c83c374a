package io.flowgauge.traces.pegasus;

import io.flowgauge.model.core.Remarks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The contents of a stampede log. Not thread-safe. */
final class StampedeLog {
  private final Map<String, PlannedWorkflow> plans = new LinkedHashMap<>();
  private final Remarks remarks = new Remarks();

  PlannedWorkflow plan(String id) {
    return plans.computeIfAbsent(id, PlannedWorkflow::new);
  }

  Collection<PlannedWorkflow> plans() {
    return plans.values();
  }

  Remarks remarks() {
    return remarks;
  }

  /** Returns the workflow that contains the others; there must be at least one workflow. */
  PlannedWorkflow root() {
    List<PlannedWorkflow> all = new ArrayList<>(plans.values());
    return all.stream().filter(PlannedWorkflow::isRoot).findFirst().orElseGet(() -> all.get(0));
  }

  /** Returns the prefix of a workflow's ids, which are unique only within it. */
  String prefix(PlannedWorkflow plan) {
    return plan.equals(root()) ? "" : plan.id() + "/";
  }

  /** Returns the time from the first start to the last end of the root workflow. */
  OptionalLong makespan() {
    PlannedWorkflow root = root();
    if (root.started().isEmpty() || root.ended().isEmpty()) {
      return OptionalLong.empty();
    }
    long nanos = root.ended().getAsLong() - root.started().getAsLong();
    return nanos < 0 ? OptionalLong.empty() : OptionalLong.of(nanos);
  }
}
