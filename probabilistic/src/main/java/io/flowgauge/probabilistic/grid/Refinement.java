package io.flowgauge.probabilistic.grid;

import io.flowgauge.prediction.Law;
import java.util.Map;

/**
 * Refines a grid by halving its cells. With masses in the middle of cells and corners between them,
 * the error is a series in the square of the width. Richardson extrapolation from three widths
 * removes two terms, and the change by the last one estimates the error. Not thread-safe.
 */
final class Refinement {
  private static final int MOST_CELLS = 1 << 18;

  /** Greatest number of cells if they are convolved by Fourier transforms. */
  private static final int MOST_TRANSFORMED = 1 << 15;

  /** Probability of a shorter time below which errors of quantiles are ignored. */
  private static final double LOWER = 1e-4;

  private static final double UPPER = 1e-6;

  /**
   * Survival below which errors are ignored for renewed sums, where even small masses have a small
   * relative error.
   */
  private static final double UPPER_RENEWED = 1e-22;

  /** Error of a quantile due to round-off of transforms, per sum of which the longest counts. */
  private static final double NOISE = 1e-17;

  private final Terms terms;
  private final GridLayout layout;
  private final double noise;

  /** Number of cells per cell of the layout, in the coarsest of the three grids. */
  private int parts = 1;

  private double[] coarse;
  private double[] fine;

  Refinement(Map<Law, Integer> laws, GridLayout layout, double most) {
    terms = new Terms(laws, layout);
    this.layout = layout;
    noise = layout.renews() ? 0 : NOISE * most;
    coarse = survivals(1);
    fine = survivals(2);
  }

  private double[] survivals(int cells) {
    return new Level(terms, cells).survivals();
  }

  /** Returns the error that more cells do not reduce. */
  double noise() {
    return noise;
  }

  boolean hasNext() {
    return 4L * parts * layout.cells() <= (layout.renews() ? MOST_CELLS : MOST_TRANSFORMED);
  }

  Nodes next() {
    double[] finest = survivals(4 * parts);
    double[] once = extrapolated(4, fine, finest);
    double[] change = extrapolated(16, extrapolated(4, coarse, fine), once);
    for (int k = 0; k < change.length; k++) {
      change[k] -= once[2 * k];
    }
    double[] survivals = corrected(once, change);
    parts *= 2;
    coarse = fine;
    fine = finest;
    double step = layout.step() / parts;
    int[] corners = layout.corners(parts, terms.count());
    Segments segments = Segments.of(survivals.length, layout.period() * parts, corners);
    return new Nodes(step, survivals, segments, relativeError(survivals, change, step));
  }

  /**
   * Extrapolates at the nodes of the wider of two grids; the cells of the other are half as wide.
   */
  private static double[] extrapolated(int gain, double[] wide, double[] narrow) {
    double[] better = new double[wide.length];
    for (int k = 0; k < better.length; k++) {
      better[k] = narrow[2 * k] + (narrow[2 * k] - wide[k]) / (gain - 1);
    }
    return better;
  }

  /**
   * Adds the changes, which are small and interpolated linearly between nodes, and keeps the
   * survival function from rising.
   */
  private static double[] corrected(double[] once, double[] change) {
    double[] better = new double[once.length];
    double last = 1;
    for (int k = 0; k < better.length; k++) {
      double own = (change[k / 2] + change[(k + 1) / 2]) / 2;
      last = Math.max(0, Math.min(last, once[k] + own));
      better[k] = last;
    }
    return better;
  }

  /**
   * Returns the greatest relative error, measured in time or, where there is hardly any density, in
   * probability.
   */
  private double relativeError(double[] survivals, double[] change, double step) {
    double least = layout.renews() ? UPPER_RENEWED : UPPER;
    double most = noise;
    for (int k = 1; k + 1 < change.length && survivals[2 * k] > least; k++) {
      double survival = survivals[2 * k];
      double slope = (survivals[2 * k - 1] - survivals[2 * k + 1]) / (2 * step);
      double time = layout.origin() + 2 * k * step;
      if (1 - survival > LOWER) {
        double scale = Math.max(slope * time, Math.min(survival, 1 - survival));
        most = Math.max(most, Math.abs(change[k]) / scale);
      }
    }
    return most;
  }
}
