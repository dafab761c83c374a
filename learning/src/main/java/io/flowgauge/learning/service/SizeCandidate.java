package io.flowgauge.learning.service;

import io.flowgauge.learning.saved.Saved;
import java.util.List;
import java.util.Optional;

/** One law that may hold for a type, with the probability that it does. Not thread-safe. */
final class SizeCandidate {
  private final Optional<SizeScale> scale;
  private final double logPrior;
  private Moments moments;
  private Regression regression;

  SizeCandidate(Optional<SizeScale> scale, double logPrior) {
    this.scale = scale;
    this.logPrior = logPrior;
    moments = new Moments();
    regression = Regression.constant(moments);
  }

  SizeCandidate(SizeCandidate other) {
    scale = other.scale;
    logPrior = other.logPrior;
    moments = new Moments(other.moments);
    regression = other.regression;
  }

  Optional<SizeScale> scale() {
    return scale;
  }

  List<Double> saved() {
    return moments.saved();
  }

  /** Restores the sums that were saved. */
  void restore(Saved saved) {
    moments = Moments.from(saved);
  }

  /** The log size; 0 for the constant law, NaN if the size is not known. */
  double scaled(InputSize size) {
    return scale.isEmpty() ? 0 : scale.get().at(Sizes.of(size, scale.get().feature()));
  }

  double beyond(InputSize size) {
    return scale.isEmpty() ? 0 : scale.get().beyond(Sizes.of(size, scale.get().feature()));
  }

  /** Adds a log time. If the size is not known, the mean of those seen stands in for it. */
  void add(double z, double y, double weight) {
    moments.add(Double.isNaN(z) ? moments.meanZ : z, y, weight);
  }

  boolean isEmpty() {
    return moments.weight == 0;
  }

  void clear() {
    moments.clear();
  }

  void solve() {
    regression = scale.isEmpty() ? Regression.constant(moments) : Regression.sized(moments);
  }

  double logPosterior() {
    return logPrior + regression.logEvidence();
  }

  Regression regression() {
    return regression;
  }
}
