package io.flowgauge.probabilistic.grid;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Corners;
import io.flowgauge.probabilistic.order.Renewal;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The cells of the coarsest grid. Where possible, both kinds of corners lie between cells.
 * Immutable and thread-safe.
 *
 * @param origin seconds where all times begin, the sum of their lower ends
 * @param cells how many there are; what lies beyond does not matter
 * @param step width of a cell, in seconds
 * @param period cells from one corner to the next of its kind; 0 if they are narrower than cells
 * @param offset cells from a corner to one of the other kind
 * @param phases seconds from the origin to corners of the first kind
 * @param renews whether it is a sum of times of one law that renews itself
 */
record GridLayout(
    double origin,
    int cells,
    double step,
    int period,
    int offset,
    List<Double> phases,
    boolean renews) {
  /** Probability of the lower end that is cut off where it is not finite. */
  private static final double LOWER = 1e-18;

  /** Probability beyond the end. */
  private static final double BEYOND = 1e-17;

  /** The same where all masses are accurate relative to themselves. */
  private static final double FAR_BEYOND = 1e-28;

  /** Cells of the coarsest grid, but for those that align it. */
  private static final int CELLS = 1 << 12;

  /** Above this ratio there are so many periods that the time is nearly exponential. */
  private static final double MOST_RATIO = 0.995;

  /** Corners of sums of more times are smooth enough. */
  private static final int MOST_ROUGH = 5;

  private static final int MOST_IN_PERIOD = 1 << 10;
  private static final int LEAST_IN_PERIOD = 8;

  static GridLayout of(Map<Law, Integer> laws) {
    double origin = 0;
    for (Map.Entry<Law, Integer> each : laws.entrySet()) {
      origin += each.getValue() * lower(each.getKey());
    }
    boolean renews = renews(laws);
    double end = renews ? farEnd(laws) : end(laws) - origin;
    Law cornered = cornered(laws);
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
   * Phases other than 0 of laws that begin in the middle of a period; at most one of the times has
   * any.
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
   * The corners of a sum within its first period.
   *
   * @param parts nodes in each cell
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

  /** Whether there is one law only, which renews itself before too many periods. */
  private static boolean renews(Map<Law, Integer> laws) {
    return laws.size() == 1
        && laws.keySet().iterator().next() instanceof Renewal renewal
        && renewal.ratio() < MOST_RATIO;
  }

  /** The one with the longest period. */
  private static Law cornered(Map<Law, Integer> laws) {
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

  /** The number, from one to its double, of parts of which shares take most nearly whole ones. */
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

  /** Far enough for sums of exponential tails and for one long time among others. */
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

  /** The number of periods is that of failures before as many successes as there are times. */
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
