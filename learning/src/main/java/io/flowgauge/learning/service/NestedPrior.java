package io.flowgauge.learning.service;

import io.flowgauge.learning.saved.Saved;
import java.util.List;

/**
 * Variances of deviations. Immutable and thread-safe.
 *
 * @param outer of those that all types have in common
 * @param inner of those of a type, on top
 */
record NestedPrior(double outer, double inner) {
  NestedPrior times(double factor) {
    return new NestedPrior(factor * outer, factor * inner);
  }

  List<Double> saved() {
    return List.of(outer, inner);
  }

  static NestedPrior from(Saved saved) {
    List<Saved> both = saved.elements(2, "[variance in common, variance of a type]");
    return new NestedPrior(both.get(0).positive(), both.get(1).positive());
  }
}
