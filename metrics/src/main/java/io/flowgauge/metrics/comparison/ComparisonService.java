package io.flowgauge.metrics.comparison;

import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.spi.ComparisonProvider;
import java.util.List;

/** Compares groups of runs. Stateless and thread-safe. */
public final class ComparisonService implements ComparisonProvider {

  /** Creates the provider; called by {@link java.util.ServiceLoader}. */
  public ComparisonService() {}

  @Override
  public Comparison compare(List<RunGroup> groups) {
    if (groups.size() < 2) {
      throw new IllegalArgumentException(
          "a comparison needs at least two groups, but has " + groups.size());
    }
    List<String> names = groups.stream().map(RunGroup::name).toList();
    for (int k = 0; k < names.size(); k++) {
      if (names.indexOf(names.get(k)) < k) {
        throw new IllegalArgumentException("two groups have the name '" + names.get(k) + "'");
      }
    }
    return new GroupComparison(List.copyOf(groups));
  }
}
