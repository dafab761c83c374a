package io.flowgauge.learning.service;

import java.util.Collection;

/**
 * What all other types say about a type that was never seen. Immutable and thread-safe.
 *
 * @param mean mean of the types' mean log times
 * @param variance variance of the log time of another type
 */
record TypeSpread(double mean, double variance) {
  /** Standard deviation between the log times of types, measured on public traces. */
  private static final double ASSUMED = 3.1;

  /** Weight of this assumption, in types. */
  private static final double WORTH = 3;

  static TypeSpread of(Collection<TypeLaw> laws) {
    double mean = laws.stream().mapToDouble(law -> law.law().meanTime()).average().orElse(0);
    double squares = 0;
    for (TypeLaw law : laws) {
      double deviation = law.law().meanTime() - mean;
      squares += deviation * deviation;
    }
    double freedom = WORTH + Math.max(0, laws.size() - 1);
    return new TypeSpread(mean, (squares + WORTH * ASSUMED * ASSUMED) / freedom);
  }

  ServiceEstimate estimate() {
    return new ServiceEstimate(mean, 0, variance, 0, 0);
  }
}
