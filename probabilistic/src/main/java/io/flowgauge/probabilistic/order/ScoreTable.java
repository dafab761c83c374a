package io.flowgauge.probabilistic.order;

/**
 * Quantiles of the longest of n independent times, from a table of {@code g(z) = Q(exp(-exp(-z)))},
 * where Q is the quantile function: with probability p the longest of n is at most {@code g(ln n -
 * ln(-ln p))}. Between nodes, cubic polynomials with exact slopes are used. Where g bends too much
 * for them, as at gaps of a law, the quantile is computed directly. Immutable and thread-safe.
 */
public final class ScoreTable {
  /** Factor by which halving the step reduces the error of cubic polynomials. */
  private static final double GAIN = 16;

  private static final int COEFFICIENTS = 4;

  /**
   * Probability above which the fast logarithm is not accurate enough, because its result is small.
   */
  private static final double NEARLY_ONE = 0.999;

  private final Tail tail;
  private final int perUnit;
  private final int cells;

  /**
   * Coefficients of cubic polynomials in the place within a cell, the first of them NaN where
   * quantiles must be computed directly.
   */
  private final double[] coefficients;

  /** Times at the nodes. */
  private final double[] times;

  private ScoreTable(Tail tail, double tolerance) {
    this.tail = tail;
    perUnit = tail.fineness().scoresPerUnit;
    cells = tail.fineness().scoreNodes.levels.length - 1;
    NodeTimes nodes = new NodeTimes(tail, tail.fineness().scoreNodes);
    times = nodes.times;
    double[] slopes = nodes.slopes;
    coefficients = new double[COEFFICIENTS * cells];
    for (int k = 0; k < cells; k++) {
      double rise = times[k + 1] - times[k];
      int at = COEFFICIENTS * k;
      coefficients[at] = times[k];
      coefficients[at + 1] = slopes[k];
      coefficients[at + 2] = 3 * rise - 2 * slopes[k] - slopes[k + 1];
      coefficients[at + 3] = slopes[k] + slopes[k + 1] - 2 * rise;
    }
    checkCells(slopes, tolerance);
  }

  /**
   * Tabulates a distribution.
   *
   * @param tolerance relative error of quantiles
   */
  public static ScoreTable of(Tail tail, double tolerance) {
    return new ScoreTable(tail, tolerance);
  }

  /**
   * Marks cells that are too bent: the cubic polynomial over two cells must nearly meet the node
   * between them.
   */
  private void checkCells(double[] slopes, double tolerance) {
    boolean[] bent = new boolean[cells];
    for (int k = 1; k < cells; k++) {
      double middle = (times[k - 1] + times[k + 1]) / 2 + (slopes[k - 1] - slopes[k + 1]) / 4;
      if (!(Math.abs(middle - times[k]) <= GAIN * tolerance * Math.abs(times[k]))) {
        bent[k - 1] = true;
        bent[k] = true;
      }
    }
    for (int k = 0; k < cells; k++) {
      coefficients[COEFFICIENTS * k] = bent[k] ? Double.NaN : coefficients[COEFFICIENTS * k];
    }
  }

  /**
   * Returns a quantile of the longest.
   *
   * @param count how many, 1 or more
   * @param p probability, in (0, 1)
   * @return seconds
   */
  public double quantile(double count, double p) {
    double log = p < NEARLY_ONE ? Logs.fast(p) : Math.log(p);
    double z = -Logs.fast(-log * (1 / count)); // The processor divides while it takes the
    // logarithm.
    double place = (z - ScoreNodes.FROM) * perUnit;
    if (place >= 0 && place < cells) {
      int cell = (int) place;
      double u = place - cell;
      int at = COEFFICIENTS * cell;
      double time =
          coefficients[at]
              + u * (coefficients[at + 1] + u * (coefficients[at + 2] + u * coefficients[at + 3]));
      if (!Double.isNaN(time)) {
        return time;
      }
    }
    return tail.atLogSurvival(Logs.log1mExp(log / count));
  }

  /** Returns the times from a score on, at fewer nodes per unit. */
  double[] timesFrom(double score, int perUnitWanted) {
    int stride = perUnit / perUnitWanted;
    int first = (int) Math.round((score - ScoreNodes.FROM) * perUnit);
    double[] some = new double[(cells - first) / stride + 1];
    for (int k = 0; k < some.length; k++) {
      some[k] = times[first + k * stride];
    }
    return some;
  }
}
