package io.flowgauge.learning.service;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The rows of groups that are not nested in others. Not thread-safe. */
final class FlatRows extends RowEffects {
  private final FlatEffects effects;
  private final int means;
  private final List<Group> groups = new ArrayList<>();
  private final List<Integer> rows = new ArrayList<>();

  FlatRows(FlatEffects effects, Observations observations, Function<Work, Optional<Name>> name) {
    super(observations.size());
    this.effects = effects;
    Set<String> outers = new HashSet<>();
    for (int row = 0; row < observations.size(); row++) {
      Optional<Name> found = name.apply(observations.work(row));
      if (found.isPresent()) {
        outers.add(found.get().outer());
        groups.add(effects.group(found.get()));
        rows.add(row);
      }
    }
    means = outers.size();
  }

  @Override
  void learn(double[] deviations, double[] weights) {
    effects.clear();
    for (int k = 0; k < groups.size(); k++) {
      int row = rows.get(k);
      groups.get(k).add(deviations[row], weights[row]);
    }
    for (int k = 0; k < groups.size(); k++) {
      Estimate estimate = effects.estimate(groups.get(k));
      set(rows.get(k), estimate.mean(), estimate.variance());
    }
  }

  @Override
  void adapt() {
    effects.adapt(means);
  }
}
