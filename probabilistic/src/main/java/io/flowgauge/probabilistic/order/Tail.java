package io.flowgauge.probabilistic.order;

import io.flowgauge.prediction.Law;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * A distribution given by the logarithm of its survival function. It is represented by Chebyshev
 * polynomials in the logarithm of the time since its lower end, on panels that are fine enough for
 * the requested {@link Fineness}. Errors are absolute near the lower end and relative in the upper
 * tail. The lower end may have a probability of its own. Immutable and thread-safe.
 */
public final class Tail {
  private static final double LEAST_CUT = 1e-290;

  /** Fraction of the variance that may lie beyond the cut. */
  private static final double NEGLIGIBLE = 1e-15;

  /** Logarithms of the probabilities at which the first panels end. */
  private static final double[] LOWER_LEVELS = {-30, -14, -5};

  private static final double FIRST_UPPER_LEVEL = 1;
  private static final double UPPER_STEP = 3;
  private static final double MAX_STEP = 20;
  private static final double QUARTILE = 0.25;
  private static final int NEWTON_STEPS = 60;
  private static final int NEAR_STEPS = 5;

  /**
   * Parts into which pieces are divided for integrals over time, because the distribution of the
   * longest of many times changes faster than the density.
   */
  private static final int PARTS = 2;

  private final Fineness fineness;
  private final Chebyshev polynomials;
  private final TailAccuracy accuracy;
  private final double lower;
  private final double[] edges;
  private final double[] centres;
  private final double[] scales;

  /** Coefficients of powers, of the polynomials and of their derivatives. */
  private final double[] powers;

  private final double[] slopes;
  private final double[] logAtEdge;
  private final double end;
  private final Cuts cuts;

  /**
   * Computed when first needed, because most tails are not added to others; racing threads compute
   * equal pieces.
   */
  private volatile Pieces pieces;

  /**
   * Creates a distribution from fitted panels.
   *
   * @param edges logarithms of times since the lower end
   * @param fits coefficients of powers for each panel
   */
  Tail(
      Fineness fineness, TailAccuracy accuracy, double lower, double[] edges, List<double[]> fits) {
    this.fineness = fineness;
    polynomials = fineness.polynomials;
    this.accuracy = accuracy;
    this.lower = lower;
    this.edges = edges;
    int panels = edges.length - 1;
    centres = new double[panels];
    scales = new double[panels];
    powers = new double[panels * polynomials.terms];
    slopes = new double[powers.length];
    logAtEdge = new double[edges.length];
    for (int k = 0; k < panels; k++) {
      double half = (edges[k + 1] - edges[k]) / 2;
      centres[k] = edges[k] + half;
      scales[k] = 1 / half;
      int at = k * polynomials.terms;
      System.arraycopy(fits.get(k), 0, powers, at, polynomials.terms);
      System.arraycopy(polynomials.slopes(fits.get(k)), 0, slopes, at, polynomials.terms);
    }
    logAtEdge[0] = logInPanel(0, edges[0]);
    for (int k = 0; k < panels; k++) {
      logAtEdge[k + 1] = logInPanel(k, edges[k + 1]);
    }
    end = Math.exp(edges[panels]);
    cuts = new Cuts(this);
  }

  /**
   * Tabulates a law with {@linkplain Fineness#FULL full} fineness.
   *
   * @param law the law, without lost jobs; it may only jump at its lower end
   */
  public static Tail of(Law law) {
    return of(law, Fineness.FULL);
  }

  /**
   * Tabulates a law.
   *
   * @param law the law, without lost jobs; it may only jump at its lower end
   */
  public static Tail of(Law law, Fineness fineness) {
    double lower = lowerEnd(law, fineness.lowerCut);
    double cut = cut(law, fineness);
    return PanelBuilder.ofLaw(
        v -> law.survival(lower + v), lower, firstTimes(law, lower, cut, fineness), cut, fineness);
  }

  /**
   * Returns the lower end, or a low quantile if the lower end is so far away that counting from it
   * would lose digits.
   */
  private static double lowerEnd(Law law, double cut) {
    double least = law.quantile(cut);
    boolean isFar = least - law.lower() > law.quantile(1 - QUARTILE) - least;
    return isFar ? least : law.lower();
  }

  /**
   * Returns the probability at which the upper tail is cut off: so small that the rest does not
   * matter in the variance, if that is finite.
   */
  private static double cut(Law law, Fineness fineness) {
    double cut = fineness.upperCut;
    double unit = law.quantile(1 - QUARTILE) - law.quantile(QUARTILE);
    while (cut > LEAST_CUT) {
      double end = law.upperQuantile(cut) / unit;
      if (!(cut * end * end > NEGLIGIBLE)) {
        break;
      }
      cut *= fineness.upperCut;
    }
    return cut;
  }

  /** Returns the first edges of panels: times since the lower end, ascending. */
  private static double[] firstTimes(Law law, double lower, double cut, Fineness fineness) {
    DoubleStream.Builder all = DoubleStream.builder();
    double jump = law.cdf(lower);
    double least = jump + (1 - jump) * Math.max(fineness.lowerCut * 10, Math.ulp(jump) * 16);
    all.add(law.quantile(least));
    for (double level : LOWER_LEVELS) {
      all.add(law.quantile(Math.max(least, jump + (1 - jump) * Math.exp(level))));
    }
    double last = -Math.log(cut);
    for (double level = FIRST_UPPER_LEVEL;
        level < last;
        level += Math.min(MAX_STEP, level * (UPPER_STEP - 1) + 1)) {
      all.add(law.upperQuantile(Math.exp(-level)));
    }
    all.add(law.upperQuantile(cut));
    double resolution = 16 * Math.ulp(lower);
    double first = Math.max(resolution, 1e-300);
    return DoubleStream.concat(DoubleStream.of(first), all.build().map(t -> t - lower))
        .filter(t -> t >= first && t < Double.POSITIVE_INFINITY)
        .sorted()
        .distinct()
        .skip(law.quantile(least) - lower > first ? 1 : 0)
        .toArray();
  }

  /** Returns the distribution of the sum of two independent times. */
  public Tail plus(Tail other) {
    return PanelBuilder.ofSum(this, other, sumTimes(other, Math.max(cut(), other.cut())));
  }

  /**
   * Returns the first edges of panels for a sum: sums of the two tails' times of equal probability,
   * ascending.
   */
  private double[] sumTimes(Tail other, double partsCut) {
    double last = Math.log(partsCut);
    DoubleStream.Builder sums = DoubleStream.builder();
    sums.add(Math.exp(edges[0]) + Math.exp(other.edges[0]));
    for (int k = 1; k < edges.length && logAtEdge[k] > last; k++) {
      sums.add(Math.exp(edges[k]) + other.sinceLower(logAtEdge[k]));
    }
    sums.add(sinceLower(last) + other.sinceLower(last));
    return sums.build().sorted().distinct().toArray();
  }

  double cut() {
    return accuracy.cut();
  }

  TailAccuracy accuracy() {
    return accuracy;
  }

  Fineness fineness() {
    return fineness;
  }

  Pieces pieces() {
    Pieces made = pieces;
    if (made == null) {
      made = new Pieces(this, cuts);
      pieces = made;
    }
    return made;
  }

  int panels() {
    return edges.length - 1;
  }

  /** Returns an edge of a panel: the logarithm of a time since the lower end. */
  double edge(int k) {
    return edges[k];
  }

  double lower() {
    return lower;
  }

  /**
   * Returns {@code ln P(R > t)}.
   *
   * @param t seconds
   * @return at most 0
   */
  public double logSurvival(double t) {
    return t < lower ? 0 : logSince(t - lower);
  }

  /** Returns the logarithm of the survival at a time since the lower end, 0 or more. */
  double logSince(double time) {
    if (time >= end) {
      return Double.NEGATIVE_INFINITY;
    }
    double x = Math.log(time);
    if (x <= edges[0]) {
      return logAtEdge[0];
    }
    int lo = 0;
    int hi = edges.length - 1;
    while (hi - lo > 1) {
      int mid = (lo + hi) >>> 1;
      if (edges[mid] <= x) {
        lo = mid;
      } else {
        hi = mid;
      }
    }
    return logInPanel(lo, x);
  }

  double logInPanel(int panel, double x) {
    return Math.min(0, polynomials.value(powers, panel * polynomials.terms, place(panel, x)));
  }

  /**
   * Returns the derivative of the logarithm of the survival with respect to the logarithm of the
   * time.
   */
  double slopeInPanel(int panel, double x) {
    double slope = polynomials.value(slopes, panel * polynomials.terms, place(panel, x));
    return Math.min(0, slope * scales[panel]);
  }

  /** Returns the place in a panel from -1 to 1, beyond which polynomials are not valid. */
  private double place(int panel, double x) {
    return Math.max(-1, Math.min(1, (x - centres[panel]) * scales[panel]));
  }

  /**
   * Returns the smallest time whose survival is at most a level.
   *
   * @param level logarithm of the level, at most 0
   * @return seconds
   */
  public double atLogSurvival(double level) {
    return lower + sinceLower(level);
  }

  private double sinceLower(double level) {
    int lo = 0;
    int hi = panels();
    while (lo < hi) {
      int mid = (lo + hi) >>> 1;
      if (logAtEdge[mid] <= level) {
        hi = mid;
      } else {
        lo = mid + 1;
      }
    }
    return lo == 0 ? 0 : Math.exp(findInside(lo - 1, level));
  }

  /** Whether a level lies between those of the first and the last edge. */
  boolean reaches(double level) {
    return level < logAtEdge[0] && level > logAtEdge[panels()];
  }

  /**
   * Returns the panel of a level that is {@linkplain #reaches reached}, searching upwards from a
   * panel.
   */
  int panelFrom(int first, double level) {
    int panel = first;
    while (logAtEdge[panel + 1] > level) {
      panel++;
    }
    return panel;
  }

  /** Limits a place to a panel. */
  double clamped(int panel, double x) {
    return Math.max(edges[panel], Math.min(edges[panel + 1], x));
  }

  /** Returns the accepted error of logarithms. */
  double tolerance() {
    return fineness.lawTolerance;
  }

  /**
   * Finds the place of a level by Newton's iteration from a place nearby, or by {@link #findInside}
   * if that does not converge.
   */
  double findNear(int panel, double level, double start) {
    double x = start;
    for (int step = 0; step < NEAR_STEPS; step++) {
      double move = (logInPanel(panel, x) - level) / slopeInPanel(panel, x);
      x -= move;
      if (Math.abs(move) <= fineness.lawTolerance) {
        return x;
      }
      if (!(x >= edges[panel] && x <= edges[panel + 1])) {
        break;
      }
    }
    return findInside(panel, level);
  }

  /**
   * Finds the place of a level in a panel by Newton's iteration, with bisection when it leaves the
   * bracket.
   */
  double findInside(int panel, double level) {
    double lo = edges[panel];
    double hi = edges[panel + 1];
    double x = centres[panel];
    for (int step = 0; step < NEWTON_STEPS && hi > lo; step++) {
      double excess = logInPanel(panel, x) - level;
      if (excess > 0) {
        lo = x;
      } else {
        hi = x;
      }
      double next = x - excess / slopeInPanel(panel, x);
      if (!(next > lo && next < hi)) {
        next = lo + (hi - lo) / 2;
      }
      if (Math.abs(next - x) <= Math.ulp(x)) {
        break;
      }
      x = next;
    }
    return x;
  }

  @Override
  public String toString() {
    return "Tail[" + panels() + " panels from " + lower + " s to " + (lower + end) + " s]";
  }

  /**
   * Returns the nodes for integrals over time.
   *
   * @return times, their weights and the logarithms of the distribution function there
   */
  public TimeTable timeTable() {
    return TimeTable.ofSmooth(
        lower,
        cuts.finerTimes(PARTS),
        fineness.rule,
        (piece, x) ->
            Logs.log1mExp(
                piece == 0 ? logAtEdge[0] : logInPanel(cuts.panels[(piece - 1) / PARTS], x)));
  }
}
