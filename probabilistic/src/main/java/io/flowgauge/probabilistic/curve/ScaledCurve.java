package io.flowgauge.probabilistic.curve;

import java.util.List;

/** A survival function on several lattices that become finer towards its start. */
final class ScaledCurve implements Curve {
  /** Number of points at the end of a lattice that are inaccurate and not used. */
  private static final int MARGIN = 24;

  private final LatticeCurve[] parts;
  private final double[] ends;

  /**
   * Joins lattices.
   *
   * @param fine lattices of the start, finest first
   * @param whole lattice of the whole range
   */
  ScaledCurve(List<LatticeCurve> fine, LatticeCurve whole) {
    parts = new LatticeCurve[fine.size() + 1];
    ends = new double[parts.length];
    for (int k = 0; k < fine.size(); k++) {
      parts[k] = fine.get(k);
      ends[k] = parts[k].before(MARGIN);
    }
    parts[fine.size()] = whole;
    ends[fine.size()] = Double.POSITIVE_INFINITY;
  }

  @Override
  public double survival(double t) {
    int k = 0;
    while (t >= ends[k]) {
      k++;
    }
    return parts[k].survival(t);
  }

  @Override
  public double lower() {
    return parts[0].lower();
  }

  @Override
  public double upper() {
    return parts[parts.length - 1].upper();
  }
}
