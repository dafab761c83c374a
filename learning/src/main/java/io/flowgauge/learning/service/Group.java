package io.flowgauge.learning.service;

import io.flowgauge.learning.saved.Saved;
import java.util.List;

/**
 * The deviation that some activities have in common. {@code precision} is the sum of their weights
 * over residual variances; {@code sum} is the sum of their deviations, each multiplied by its
 * weight over residual variance. Not thread-safe.
 */
final class Group {
  /** Number of steps of reweighting; more would change nothing that matters. */
  private static final int STEPS = 4;

  double precision;
  double sum;

  Group() {}

  Group(Group other) {
    precision = other.precision;
    sum = other.sum;
  }

  /** Precision and sum. */
  List<Double> saved() {
    return List.of(precision, sum);
  }

  static Group from(Saved saved) {
    List<Saved> numbers = saved.elements(2, "[precision, sum]");
    Group group = new Group();
    group.precision = numbers.get(0).number(0);
    group.sum = numbers.get(1).number();
    return group;
  }

  void add(double deviation, double weight) {
    precision += weight;
    sum += weight * deviation;
  }

  /**
   * Returns what this group says of a deviation that differs from its own by the given variance.
   */
  Group withAddedVariance(double variance) {
    double trust = 1 / (1 + variance * precision);
    Group blurred = new Group();
    blurred.precision = trust * precision;
    blurred.sum = trust * sum;
    return blurred;
  }

  /** Estimates the deviation, given its prior variance. */
  Estimate estimate(double prior) {
    double variance = prior / (1 + prior * precision);
    return new Estimate(sum * variance, variance);
  }

  /**
   * Returns the prior variance of the deviation if it follows Student's law of the given scale: a
   * large deviation, as of a site much slower than all before, is believed sooner.
   */
  double priorBySize(double scale) {
    double prior = scale;
    for (int k = 0; k < STEPS && scale > 0; k++) {
      double mean = estimate(prior).mean();
      prior = scale / Math.min(1, ServiceTerms.weight(mean * mean / scale));
    }
    return prior;
  }
}
