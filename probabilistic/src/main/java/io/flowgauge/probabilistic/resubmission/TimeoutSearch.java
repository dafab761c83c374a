package io.flowgauge.probabilistic.resubmission;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Range;
import io.flowgauge.prediction.Resubmission;
import io.flowgauge.prediction.TimeoutChoice;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * Searches for the timeout with the least objective: first on a grid of equal ratios from the
 * shortest to the longest latencies that occur, then by golden-section search around the two best
 * local minima of the grid.
 */
final class TimeoutSearch {
  private static final int POINTS = 81;

  /**
   * Fractions of jobs that end before the shortest and after the longest timeout of the first grid.
   */
  private static final double SHORTEST = 0.02;

  private static final double LONGEST = 1e-7;

  /**
   * Least ratio of the longest to the shortest timeout, for laws whose latencies are nearly equal.
   */
  private static final double BEYOND = 1.01;

  /**
   * Relative difference below which objectives count as equal, because minima are flat and
   * objectives have numeric errors.
   */
  private static final double EQUAL = 1e-9;

  /** How often the grid may be extended towards shorter timeouts, if resubmission has a cost. */
  private static final int MOST_DESCENTS = 6;

  private static final double DESCENT = 1e-3;
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;
  private static final double WIDTH = 1e-5;
  private static final double WORSE = 1.01;
  private static final int RANGE_STEPS = 16;

  private final Resubmission jobs;
  private final ToDoubleFunction<Law> objective;

  TimeoutSearch(Resubmission jobs, ToDoubleFunction<Law> objective) {
    this.jobs = jobs;
    this.objective = objective;
  }

  TimeoutChoice choice(Law latency, boolean hasCost) {
    double kept = 1 - latency.lostFraction();
    double from = Math.max(latency.quantile(SHORTEST * kept), Math.ulp(1.0));
    double to = latency.upperQuantile(latency.lostFraction() + LONGEST * kept);
    Grid grid = new Grid(from, Math.max(to, from * BEYOND));
    if (grid.isInfinite()) {
      throw new IllegalArgumentException(
          "objective must be finite for some timeout, but is infinite for all");
    }
    for (int k = 0; hasCost && grid.isFirstBest() && k < MOST_DESCENTS; k++) {
      grid = new Grid(grid.from * DESCENT, grid.to);
    }
    if (grid.isFirstBest() && latency.lower() <= 0) {
      return new Choice(TimeoutChoice.Kind.VANISHING, Double.NaN, grid.values[0], null, null);
    }
    if (grid.isLastBest()) {
      return new Choice(TimeoutChoice.Kind.NEVER, Double.NaN, grid.values[POINTS - 1], null, null);
    }
    return grid.finite();
  }

  private double valueAt(double logTimeout) {
    double value;
    try {
      value = objective.applyAsDouble(jobs.timeout(Math.exp(logTimeout)));
    } catch (TooShortException e) {
      return Double.POSITIVE_INFINITY;
    }
    if (!(value > Double.NEGATIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "objective must be a number above -Infinity, but is "
              + value
              + " at a timeout of "
              + Math.exp(logTimeout)
              + " s");
    }
    return value;
  }

  /** Objectives at timeouts of equal ratios. */
  private final class Grid {
    final double from;
    final double to;
    final double[] values = new double[POINTS];
    private final double step;
    private int best;

    Grid(double from, double to) {
      this.from = from;
      this.to = to;
      step = Math.log(to / from) / (POINTS - 1);
      for (int k = 0; k < POINTS; k++) {
        values[k] = valueAt(place(k));
        best = values[k] < values[best] ? k : best;
      }
    }

    private double place(int k) {
      return Math.log(from) + k * step;
    }

    boolean isInfinite() {
      return values[best] == Double.POSITIVE_INFINITY;
    }

    boolean isFirstBest() {
      return isBest(0);
    }

    boolean isLastBest() {
      return isBest(POINTS - 1);
    }

    private boolean isBest(int k) {
      return values[k] <= values[best] + EQUAL * Math.abs(values[best]);
    }

    TimeoutChoice finite() {
      double first = minimum(best);
      double second = minimum(secondBest());
      double log = valueAt(second) < valueAt(first) ? second : first;
      double least = valueAt(log);
      Range range = new Range(Math.exp(end(log, least, -1)), Math.exp(end(log, least, 1)));
      Law law = jobs.timeout(Math.exp(log));
      return new Choice(TimeoutChoice.Kind.FINITE, Math.exp(log), least, range, law);
    }

    /** Returns the second-best local minimum, or the best point if there is no other. */
    private int secondBest() {
      int second = best;
      for (int k = 1; k < POINTS - 1; k++) {
        boolean isLocal = values[k] <= values[k - 1] && values[k] <= values[k + 1];
        if (isLocal && k != best && (second == best || values[k] < values[second])) {
          second = k;
        }
      }
      return second;
    }

    private double minimum(int k) {
      return goldenSection(place(Math.max(0, k - 1)), place(Math.min(POINTS - 1, k + 1)));
    }

    /** Returns where the objective is one percent worse on one side, or the end of the grid. */
    private double end(double log, double least, int direction) {
      double last = direction < 0 ? Math.log(from) : Math.log(to);
      double limit = least + (WORSE - 1) * Math.abs(least);
      double inside = log;
      double outside = log;
      while (valueAt(outside) <= limit) {
        inside = outside;
        if (outside == last) {
          return last;
        }
        double next = outside + direction * step;
        outside = direction < 0 ? Math.max(next, last) : Math.min(next, last);
      }
      return crossing(inside, outside, limit);
    }

    private double crossing(double in, double out, double limit) {
      double inside = in;
      double outside = out;
      for (int k = 0; k < RANGE_STEPS; k++) {
        double middle = (inside + outside) / 2;
        if (valueAt(middle) <= limit) {
          inside = middle;
        } else {
          outside = middle;
        }
      }
      return inside;
    }
  }

  private double goldenSection(double from, double to) {
    DoubleUnaryOperator f = this::valueAt;
    double lo = from;
    double hi = to;
    double left = hi - GOLDEN * (hi - lo);
    double right = lo + GOLDEN * (hi - lo);
    double atLeft = f.applyAsDouble(left);
    double atRight = f.applyAsDouble(right);
    while (hi - lo > WIDTH) {
      if (atLeft <= atRight) {
        hi = right;
        right = left;
        atRight = atLeft;
        left = hi - GOLDEN * (hi - lo);
        atLeft = f.applyAsDouble(left);
      } else {
        lo = left;
        left = right;
        atLeft = atRight;
        right = lo + GOLDEN * (hi - lo);
        atRight = f.applyAsDouble(right);
      }
    }
    return atLeft <= atRight ? left : right;
  }
}
