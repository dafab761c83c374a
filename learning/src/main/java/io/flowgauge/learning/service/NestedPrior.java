package io.flowgauge.learning.service;

import io.flowgauge.learning.saved.Saved;
import java.util.List;

/**
 * Prior variances of deviations. Immutable and thread-safe.
 *
 * @param outer variance of the deviations that all types share
 * @param inner variance of the additional deviations of each type
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
