package io.flowgauge.probabilistic.grid;

/** A survival function at equally spaced times. Immutable once made. */
final class Nodes {
  /** Seconds between neighbouring nodes. */
  final double step;

  final double[] survivals;
  final Segments segments;

  /** Relative error of quantiles. */
  final double off;

  Nodes(double step, double[] survivals, Segments segments, double off) {
    this.step = step;
    this.survivals = survivals;
    this.segments = segments;
    this.off = off;
  }
}
