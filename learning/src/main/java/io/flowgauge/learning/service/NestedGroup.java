package io.flowgauge.learning.service;

/**
 * The deviation of activities of a type within a run, or on a machine: the deviation of the outer
 * group, which all its types share, plus the type's own deviation. Not thread-safe.
 */
final class NestedGroup {
  private final Group outer;
  private final Group own;

  /**
   * Fraction of the prior variances by which the law of the type itself deviates: one over the
   * number of groups it was learned from.
   */
  private final double share;

  NestedGroup(Group outer, double share) {
    this(outer, new Group(), share);
  }

  NestedGroup(Group outer, Group own, double share) {
    this.outer = outer;
    this.own = own;
    this.share = share;
  }

  NestedGroup copy(Group copyOfOuter) {
    return new NestedGroup(copyOfOuter, new Group(own), share);
  }

  Group outer() {
    return outer;
  }

  Group own() {
    return own;
  }

  void shift(double by) {
    own.sum += by * own.precision;
  }

  void clear() {
    own.precision = 0;
    own.sum = 0;
  }

  void add(double deviation, double weight) {
    own.add(deviation, weight);
  }

  /** Adds what this group says about the outer group to it, or subtracts it again. */
  void addTo(NestedPrior prior, int sign) {
    double trust = sign / (1 + inner(prior) * own.precision);
    outer.precision += trust * own.precision;
    outer.sum += trust * own.sum;
  }

  /** The sum of both deviations, with the variances of their parts. */
  NestedEstimate estimate(NestedPrior prior) {
    double inner = inner(prior);
    Estimate ofOuter = outer.estimate(prior.outer());
    double left = 1 / (1 + inner * own.precision);
    double mean = left * (ofOuter.mean() + inner * own.sum);
    return new NestedEstimate(mean, left * left * ofOuter.variance(), left * inner);
  }

  /**
   * Returns the sum of both deviations for activities still to come.
   *
   * @param part fraction of the variances that changes until then
   */
  NestedEstimate estimateLater(NestedPrior prior, double part) {
    NestedPrior changing = prior.times(part);
    NestedGroup seen =
        new NestedGroup(
            outer.withAddedVariance(changing.outer()),
            own.withAddedVariance(changing.inner()),
            share / (1 - part));
    NestedEstimate lasting = seen.estimate(prior.times(1 - part));
    return new NestedEstimate(
        lasting.mean(),
        lasting.outerVariance() + changing.outer(),
        lasting.innerVariance() + changing.inner());
  }

  /** Returns the type's own deviation, on top of that of the outer group. */
  Estimate own(NestedPrior prior) {
    double inner = inner(prior);
    Estimate ofOuter = outer.estimate(prior.outer());
    double left = 1 / (1 + inner * own.precision);
    double mean = left * inner * (own.sum - own.precision * ofOuter.mean());
    double taken = 1 - left;
    return new Estimate(mean, left * inner + taken * taken * ofOuter.variance());
  }

  private double inner(NestedPrior prior) {
    return prior.inner() + share * (prior.outer() + prior.inner());
  }
}
