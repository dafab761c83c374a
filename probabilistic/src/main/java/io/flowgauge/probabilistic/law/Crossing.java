package io.flowgauge.probabilistic.law;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * Finds where a distribution or survival function first reaches a level: by the secant rule on its
 * logarithm within a bracket, which is halved when progress is slow. Jumps are found, too.
 * Stateless and thread-safe.
 */
public final class Crossing {
  private static final int MAX_STEPS = 400;
  private static final int PATIENCE = 3;
  private static final double[] NO_JUMPS = {};

  private Crossing() {}

  /**
   * Finds where a rising function first reaches a level.
   *
   * @param cdf a non-decreasing function, positive somewhere
   * @param level the level, above 0
   * @param lo a time at or before the answer
   * @param hi a guess of a time after it; increased as needed
   * @return the smallest t known with {@code cdf(t) >= level}
   */
  public static double ofRising(DoubleUnaryOperator cdf, double level, double lo, double hi) {
    return ofRising(cdf, level, lo, hi, NO_JUMPS);
  }

  /**
   * Finds where a falling function first reaches a level.
   *
   * @param survival a non-increasing function
   * @param level the level, above 0
   * @param lo a time at or before the answer
   * @param hi a guess of a time after it; increased as needed
   * @return the smallest t known with {@code survival(t) <= level}
   */
  public static double ofFalling(DoubleUnaryOperator survival, double level, double lo, double hi) {
    return ofFalling(survival, level, lo, hi, NO_JUMPS);
  }

  /**
   * Finds where a rising function with known jumps first reaches a level.
   *
   * @param jumps times of the jumps, ascending
   * @return the smallest t known with {@code cdf(t) >= level}
   */
  static double ofRising(
      DoubleUnaryOperator cdf, double level, double lo, double hi, double[] jumps) {
    double target = Math.log(level);
    return solve(t -> Math.log(cdf.applyAsDouble(t)) - target, lo, hi, jumps);
  }

  /**
   * Finds where a falling function with known jumps first reaches a level.
   *
   * @param jumps times of the jumps, ascending
   * @return the smallest t known with {@code survival(t) <= level}
   */
  static double ofFalling(
      DoubleUnaryOperator survival, double level, double lo, double hi, double[] jumps) {
    double target = Math.log(level);
    return solve(t -> target - Math.log(survival.applyAsDouble(t)), lo, hi, jumps);
  }

  /**
   * Searches the jumps first: finding one of thousands takes a dozen steps, narrowing a bracket
   * down to it a hundred.
   */
  private static double solve(DoubleUnaryOperator excess, double from, double to, double[] jumps) {
    int next = firstReached(excess, from, jumps);
    double lo = next == 0 ? from : Math.max(from, jumps[next - 1]);
    if (next == jumps.length) {
      return solve(excess, lo, to);
    }
    double jump = jumps[next];
    return excess.applyAsDouble(Math.nextDown(jump)) < 0
        ? jump
        : solve(excess, lo, Math.min(to, jump));
  }

  /**
   * Returns the index of the first jump at which the level is reached; the number of jumps if there
   * is none.
   */
  private static int firstReached(DoubleUnaryOperator excess, double from, double[] jumps) {
    int found = Arrays.binarySearch(jumps, from);
    int lo = found >= 0 ? found : -found - 1;
    int hi = jumps.length;
    while (lo < hi) {
      int mid = (lo + hi) >>> 1;
      if (excess.applyAsDouble(jumps[mid]) >= 0) {
        hi = mid;
      } else {
        lo = mid + 1;
      }
    }
    return lo;
  }

  private static double solve(DoubleUnaryOperator excess, double from, double to) {
    double lo = from;
    double below = excess.applyAsDouble(lo);
    if (below >= 0) {
      return lo;
    }
    double hi = Math.max(to, Math.nextUp(lo));
    double above = excess.applyAsDouble(hi);
    while (above < 0) {
      if (hi == Double.POSITIVE_INFINITY) {
        return hi;
      }
      double width = hi - lo;
      lo = hi;
      below = above;
      hi += 2 * width;
      above = excess.applyAsDouble(hi);
    }
    return narrow(excess, new Bracket(lo, below, hi, above));
  }

  private static double narrow(DoubleUnaryOperator excess, Bracket bracket) {
    for (int step = 0; step < MAX_STEPS && !bracket.isClosed(); step++) {
      double t = bracket.next();
      bracket.put(t, excess.applyAsDouble(t));
    }
    return bracket.hi;
  }

  /** The Illinois rule, with bisection after three steps in a row that did not halve the width. */
  private static final class Bracket {
    private double lo;
    private double below;
    private double hi;
    private double above;
    private double goal;
    private int slow;
    private int side;

    Bracket(double lo, double below, double hi, double above) {
      this.lo = lo;
      this.below = below;
      this.hi = hi;
      this.above = above;
      goal = (hi - lo) / 2;
    }

    boolean isClosed() {
      return above == 0 || hi - lo <= 2 * Math.ulp(hi);
    }

    double next() {
      double guess = lo - below * ((hi - lo) / (above - below));
      boolean usable = guess > lo && guess < hi && slow < PATIENCE;
      return usable ? guess : lo + (hi - lo) / 2;
    }

    /**
     * Replaces one end. The value at an end that stays twice in a row is halved, so that the next
     * guess crosses over.
     */
    void put(double t, double value) {
      if (value < 0) {
        lo = t;
        below = value;
        above /= side < 0 ? 2 : 1;
        side = -1;
      } else {
        hi = t;
        above = value;
        below /= side > 0 ? 2 : 1;
        side = 1;
      }
      boolean halved = hi - lo <= goal;
      slow = halved ? 0 : slow + 1;
      goal = halved ? (hi - lo) / 2 : goal;
    }
  }
}
