package io.flowgauge.learning.service;

import java.util.Arrays;
import java.util.List;

/** The rows of one type, with their log sizes and weights. Not thread-safe. */
final class TypeRows {
  private final Observations.Span span;
  private final String name;
  private final TypeLaw type;
  private final double[] times;
  private final Scaled[] scaled;
  private final double[] ofSize;
  private final double[] weights;
  private final double[] uncertain;

  TypeRows(Observations observations, Observations.Span span) {
    this.span = span;
    name = observations.work(span.from()).type();
    int rows = span.to() - span.from();
    List<Work> works = observations.works(span);
    TypeHistory counts = TypeHistory.of(works);
    type =
        new TypeLaw(new SizeLaw(Sizes.columns(works.stream().map(Work::input).toList())), counts);
    times = new double[rows];
    Arrays.setAll(times, row -> LogTime.of(observations.seconds(span.from() + row)));
    scaled = new Scaled[rows];
    Arrays.setAll(scaled, row -> type.law().scaled(works.get(row).input()));
    ofSize = works.stream().mapToDouble(work -> counts.weight(work.input())).toArray();
    weights = ofSize.clone();
    uncertain = new double[rows];
  }

  String name() {
    return name;
  }

  TypeLaw type() {
    return type;
  }

  /** Fits the law to the times less the deviations, and sets the residuals. */
  void fit(double[] deviations, double[] residuals) {
    SizeLaw law = type.law();
    law.clear();
    for (int row = 0; row < times.length; row++) {
      law.add(scaled[row], times[row] - deviations[span.from() + row], weights[row]);
    }
    law.solve();
    for (int row = 0; row < times.length; row++) {
      Estimate estimate = law.at(scaled[row]);
      int at = span.from() + row;
      residuals[at] = times[row] - estimate.mean() - deviations[at];
      uncertain[row] = estimate.variance();
    }
  }

  /**
   * Sets the weights of the rows over the residual variance. Small inputs say little about the law
   * of large ones, but more about machines and runs.
   */
  void setPrecisions(double[] precisions) {
    double variance = type.variance();
    for (int row = 0; row < times.length; row++) {
      precisions[span.from() + row] = weights[row] / Math.sqrt(ofSize[row]) / variance;
    }
  }

  /** Learns the residual variance, then weighs the rows by how far they are from the law. */
  void weigh(double[] residuals, double[] variances) {
    type.clear();
    for (int row = 0; row < times.length; row++) {
      int at = span.from() + row;
      double square = residuals[at] * residuals[at] + variances[at] + uncertain[row];
      type.add(square, weights[row], ofSize[row]);
    }
    double variance = type.variance();
    for (int row = 0; row < times.length; row++) {
      double residual = residuals[span.from() + row];
      weights[row] = ofSize[row] * ServiceTerms.weight(residual * residual / variance);
    }
  }

  /**
   * Shifts the law halfway from the mean to the median of what it leaves unexplained if the run is
   * not known. Times are skewed, and so are runs, so that either the mean or the median alone is
   * often worse.
   */
  void centre(double[] residuals, RowEffects runs) {
    double[] left = new double[times.length];
    Arrays.setAll(left, row -> residuals[span.from() + row] + runs.mean(span.from() + row));
    Arrays.sort(left);
    type.shift(Sizes.median(left) / 2);
  }

  /** Keeps the rows while they are few. */
  void keep(Observations observations, double[] deviations) {
    for (int row = 0; row < times.length; row++) {
      int at = span.from() + row;
      type.first().add(observations.work(at).input(), times[row] - deviations[at], weights[row]);
    }
  }
}
