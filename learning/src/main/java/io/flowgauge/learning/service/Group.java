package io.flowgauge.learning.service;

import io.flowgauge.learning.saved.Saved;
import java.util.List;

/**
 * What activities that have something in common deviate by: {@code precision} is the sum of their
 * weights over residual variances, {@code sum} that of their deviations times the same. Not
 * thread-safe.
 */
final class Group {
  /** Steps of reweighting; more would change nothing that matters. */
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

  /** What it says of a deviation that differs from its own by the given variance. */
  Group blurred(double variance) {
    double trust = 1 / (1 + variance * precision);
    Group blurred = new Group();
    blurred.precision = trust * precision;
    blurred.sum = trust * sum;
    return blurred;
  }

  /** The deviation, of the prior variance given. */
  Estimate estimate(double prior) {
    double variance = prior / (1 + prior * precision);
    return new Estimate(sum * variance, variance);
  }

  /**
   * The prior variance of the deviation if it varies by Student's law of the given scale: a large
   * deviation, as of a site much slower than all before, is believed sooner.
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
