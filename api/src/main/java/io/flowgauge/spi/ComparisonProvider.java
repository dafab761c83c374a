package io.flowgauge.spi;

import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.RunGroup;
import java.util.List;

/** Compares groups of runs. Implementations are stateless and thread-safe. */
public interface ComparisonProvider {

  /**
   * Compares groups to the first of them.
   *
   * @param groups two groups or more
   * @return the comparison
   * @throws IllegalArgumentException if there are fewer, or two have one name
   */
  Comparison compare(List<RunGroup> groups);
}
