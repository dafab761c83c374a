package io.flowgauge.probabilistic.grid;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Segments of equally spaced nodes between corners, on which a function is smooth. Immutable. */
final class Segments {
  private static final int POINTS = 6;

  /** Weights of the first and last nodes of an integral by Gregory's rule. */
  private static final double[] END_WEIGHTS = {
    95.0 / 288, 317.0 / 240, 23.0 / 30, 793.0 / 720, 157.0 / 160
  };

  private final int size;

  /**
   * Nodes from one corner to the next of its kind; the number of all nodes if there are no corners.
   */
  private final int period;

  /** Nodes of corners within a period, ascending, including 0 and the period. */
  private final int[] corners;

  private final double[] widths;

  private Segments(int size, int period, int[] corners) {
    this.size = size;
    this.period = period;
    this.corners = corners;
    widths = new double[size];
    for (int from = 0; from < size - 1; from += period) {
      for (int k = 1; k < corners.length; k++) {
        addWidths(from + corners[k - 1], Math.min(size - 1, from + corners[k]));
      }
    }
  }

  /**
   * Segments of a sum.
   *
   * @param period nodes from one corner to the next of its kind; 0 if there are none
   * @param corners nodes of corners within the first period, in any order
   */
  static Segments of(int size, int period, int... corners) {
    if (period == 0) {
      return new Segments(size, size, new int[] {0, size});
    }
    IntStream places = IntStream.concat(IntStream.of(corners), IntStream.of(0, period));
    return new Segments(size, period, places.sorted().distinct().toArray());
  }

  private void addWidths(int from, int to) {
    if (to <= from) {
      return;
    }
    boolean few = to - from < END_WEIGHTS.length;
    for (int k = from; k <= to; k++) {
      widths[k] += few && (k == from || k == to) ? 0.5 : 1;
    }
    for (int k = 0; !few && k < END_WEIGHTS.length; k++) {
      widths[from + k] += END_WEIGHTS[k] - 1;
      widths[to - k] += END_WEIGHTS[k] - 1;
    }
  }

  /**
   * Returns the weight of each node in an integral over all nodes, in units of their distance.
   * Callers must not modify the array.
   */
  double[] widths() {
    return widths;
  }

  /** Returns the corner nearest to a place within its period. */
  int cornerNear(double place) {
    int within = (int) Math.min(place, size - 1) / period * period;
    int nearest = within;
    for (int corner : corners) {
      int at = Math.min(size - 1, within + corner);
      nearest = Math.abs(at - place) < Math.abs(nearest - place) ? at : nearest;
    }
    return nearest;
  }

  /**
   * Interpolates the value at a place between two nodes, by a polynomial through nodes of the
   * segment.
   */
  double interpolate(double[] values, double place) {
    int node = (int) place;
    int within = node / period * period;
    int found = Arrays.binarySearch(corners, node - within);
    int segment = found >= 0 ? found : -found - 2;
    int from = within + corners[segment];
    int to = Math.min(size - 1, within + corners[segment + 1]);
    int last = Math.min(POINTS, to - from + 1) - 1;
    int first = Math.max(from, Math.min(node - last / 2, to - last));
    return polynomial(values, first, last, place - first);
  }

  /** Evaluates the interpolation polynomial by Neville's scheme. */
  private static double polynomial(double[] values, int first, int degree, double at) {
    double[] p = Arrays.copyOfRange(values, first, first + degree + 1);
    for (int k = 1; k <= degree; k++) {
      for (int j = 0; j <= degree - k; j++) {
        p[j] += (at - j) / k * (p[j + 1] - p[j]);
      }
    }
    return Math.max(0, Math.min(1, p[0]));
  }
}
