package io.flowgauge.comparison;

import io.flowgauge.internal.NoNulls;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A quantity compared across all groups. Immutable and thread-safe.
 *
 * @param quantity the quantity
 * @param samples its values in each group, in order of the groups; empty where it was not measured
 * @param differences how each group differs from the first, in order of the groups; empty for the
 *     first itself, and where either of the two lacks it
 */
public record ComparedQuantity(
    Quantity quantity, List<Optional<Sample>> samples, List<Optional<Difference>> differences) {
  /**
   * Copies the lists.
   *
   * @param quantity the quantity
   * @param samples its values in each group
   * @param differences how each group differs from the first
   */
  public ComparedQuantity {
    Objects.requireNonNull(quantity, "quantity");
    samples = NoNulls.copy(samples, "samples");
    differences = NoNulls.copy(differences, "differences");
  }
}
