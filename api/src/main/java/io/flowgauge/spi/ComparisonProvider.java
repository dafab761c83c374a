package io.flowgauge.spi;

import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.RunGroup;
import java.util.List;

/** Compares groups of runs. Implementations are stateless and thread-safe. */
public interface ComparisonProvider {

  /**
   * Compares groups with the first group.
   *
   * @param groups two or more groups
   * @return the comparison
   * @throws IllegalArgumentException if there are fewer than two groups, or two share a name
   */
  Comparison compare(List<RunGroup> groups);
}
