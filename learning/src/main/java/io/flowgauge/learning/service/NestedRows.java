package io.flowgauge.learning.service;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The rows of types within runs, or on machines. Not thread-safe. */
final class NestedRows extends RowEffects {
  private final NestedEffects effects;
  private final int types;
  private final List<NestedGroup> groups = new ArrayList<>();
  private final List<Integer> rows = new ArrayList<>();

  NestedRows(
      NestedEffects effects, Observations observations, Function<Work, Optional<String>> outer) {
    super(observations.size());
    this.effects = effects;
    Set<String> seen = new HashSet<>();
    for (int row = 0; row < observations.size(); row++) {
      Work work = observations.work(row);
      Optional<String> found = outer.apply(work);
      if (found.isPresent()) {
        seen.add(work.type());
        groups.add(effects.group(found.get(), work.type(), 0));
        rows.add(row);
      }
    }
    types = seen.size();
  }

  @Override
  void learn(double[] deviations, double[] weights) {
    effects.clear();
    for (int k = 0; k < groups.size(); k++) {
      int row = rows.get(k);
      groups.get(k).add(deviations[row], weights[row]);
    }
    effects.sumUpGroups();
    for (int k = 0; k < groups.size(); k++) {
      NestedEstimate estimate = effects.estimate(groups.get(k));
      set(rows.get(k), estimate.mean(), estimate.variance());
    }
  }

  @Override
  void adapt() {
    effects.adapt(types);
  }
}
