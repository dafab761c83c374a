package io.flowgauge.probabilistic.grid;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Corners;
import io.flowgauge.probabilistic.order.Renewal;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The cells of the coarsest grid. Where possible, both kinds of corners lie on boundaries of cells.
 * Immutable and thread-safe.
 *
 * @param origin lower end of the sum, in seconds: the sum of all lower ends
 * @param cells number of cells; the probability beyond them is negligible
 * @param step width of a cell, in seconds
 * @param period cells from one corner to the next of its kind; 0 if periods are too narrow for
 *     cells
 * @param offset cells from a corner of one kind to a corner of the other
 * @param phases seconds from the origin to corners of the first kind
 * @param renews whether all times have one law, which is a {@code Renewal}
 */
record GridLayout(
    double origin,
    int cells,
    double step,
    int period,
    int offset,
    List<Double> phases,
    boolean renews) {
  /** Probability cut off at a lower end that is not finite. */
  private static final double LOWER = 1e-18;

  /** Probability beyond the last cell. */
  private static final double BEYOND = 1e-17;

  /**
   * Probability beyond the last cell of a renewed sum, where even small masses have a small
   * relative error.
   */
  private static final double FAR_BEYOND = 1e-28;

  /** Number of cells of the coarsest grid before it is aligned with corners. */
  private static final int CELLS = 1 << 12;

  /**
   * Ratio of a renewal above which there are so many periods that the time is nearly exponential.
   */
  private static final double MOST_RATIO = 0.995;

  /**
   * Greatest number of times whose sum has corners that matter; those of more times are smooth
   * enough.
   */
  private static final int MOST_ROUGH = 5;

  private static final int MOST_IN_PERIOD = 1 << 10;
  private static final int LEAST_IN_PERIOD = 8;

  static GridLayout of(Map<Law, Integer> laws) {
    double origin = 0;
    for (Map.Entry<Law, Integer> each : laws.entrySet()) {
      origin += each.getValue() * lower(each.getKey());
    }
    boolean renews = isSingleRenewal(laws);
    double end = renews ? farEnd(laws) : end(laws) - origin;
    Law cornered = longestPeriodLaw(laws);
    double period = ((Corners) cornered).cornerPeriod();
    double offset = ((Corners) cornered).cornerOffset();
    int least = (int) Math.min(MOST_IN_PERIOD, CELLS * period / end);
    if (!renews && least < LEAST_IN_PERIOD) {
      return new GridLayout(origin, CELLS, end / CELLS, 0, 0, List.of(), false);
    }
    List<Double> phases = phases(laws, period);
    double[] shares =
        DoubleStream.concat(DoubleStream.of(offset), phases.stream().mapToDouble(phase -> phase))
            .map(time -> time / period)
            .toArray();
    int aligned = aligned(Math.max(LEAST_IN_PERIOD, least), shares);
    double step = period / aligned;
    int cells = (int) Math.ceil(end / step);
    return new GridLayout(
        origin, cells, step, aligned, (int) Math.rint(aligned * offset / period), phases, renews);
  }

  /**
   * Returns the phases other than 0, of laws that begin in the middle of a period. At most one of
   * the added times has any.
   */
  private static List<Double> phases(Map<Law, Integer> laws, double period) {
    return laws.keySet().stream()
        .map(law -> (Corners) law)
        .filter(law -> law.cornerPeriod() == period)
        .flatMapToDouble(law -> DoubleStream.of(law.cornerPhases()))
        .distinct()
        .boxed()
        .toList();
  }

  /**
   * Returns the nodes of the corners of a sum within its first period.
   *
   * @param parts nodes per cell of the layout
   * @param count how many times are added
   */
  int[] corners(int parts, int count) {
    int nodes = period * parts;
    return phases.stream()
        .flatMapToInt(
            phase ->
                IntStream.rangeClosed(0, count <= MOST_ROUGH ? count : 0)
                    .mapToLong(k -> Math.round(phase * parts / step) + (long) k * offset * parts)
                    .mapToInt(node -> (int) (node % nodes)))
        .toArray();
  }

  static double lower(Law law) {
    return law.lower() > Double.NEGATIVE_INFINITY ? law.lower() : law.quantile(LOWER);
  }

  /** Whether there is a single law, which is a renewal with a ratio that is not too close to 1. */
  private static boolean isSingleRenewal(Map<Law, Integer> laws) {
    return laws.size() == 1
        && laws.keySet().iterator().next() instanceof Renewal renewal
        && renewal.ratio() < MOST_RATIO;
  }

  /** Returns the law with the longest period. */
  private static Law longestPeriodLaw(Map<Law, Integer> laws) {
    Law longest = null;
    double period = 0;
    for (Law law : laws.keySet()) {
      if (((Corners) law).cornerPeriod() > period) {
        period = ((Corners) law).cornerPeriod();
        longest = law;
      }
    }
    return longest;
  }

  /**
   * Returns the n from {@code least} to its double for which all {@code n * share} are closest to
   * whole numbers.
   */
  private static int aligned(int least, double... shares) {
    int best = least;
    double nearest = 1;
    for (int n = least; n < 2 * least; n++) {
      double off = 0;
      for (double share : shares) {
        off = Math.max(off, Math.abs(n * share - Math.rint(n * share)));
      }
      if (off < nearest - LOWER) {
        nearest = off;
        best = n;
      }
    }
    return best;
  }

  /**
   * Returns the upper end of the sum, far enough for sums of exponential tails and for a single
   * long time among others.
   */
  private static double end(Map<Law, Integer> laws) {
    double mean = 0;
    double variance = 0;
    double scale = 0;
    double longest = 0;
    double folds = -Math.log(BEYOND);
    for (Map.Entry<Law, Integer> each : laws.entrySet()) {
      Law law = each.getKey();
      double last = law.upperQuantile(BEYOND);
      double middle = law.upperQuantile(Math.sqrt(BEYOND));
      mean += each.getValue() * law.mean();
      variance += each.getValue() * law.sd() * law.sd();
      scale = Math.max(scale, 2 * (last - middle) / folds);
      longest = Math.max(longest, last - law.mean());
    }
    return mean + Math.max(longest, Math.sqrt(2 * variance * folds) + scale * folds);
  }

  /**
   * Returns the upper end of a renewed sum less its lower end. The number of periods has a negative
   * binomial law: failures before as many successes as there are times.
   */
  private static double farEnd(Map<Law, Integer> laws) {
    Renewal renewal = (Renewal) laws.keySet().iterator().next();
    int count = laws.values().iterator().next();
    double log = 0;
    int periods = 0;
    double enough = Math.log(FAR_BEYOND * (1 - renewal.ratio()));
    while (log > enough) {
      periods++;
      log += Math.log(renewal.ratio() * (periods + count - 1) / periods);
    }
    return periods * renewal.period() + count * renewal.span();
  }
}
