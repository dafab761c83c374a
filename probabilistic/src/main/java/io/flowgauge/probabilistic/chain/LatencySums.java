package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.law.Laws;
import io.flowgauge.probabilistic.order.Corners;
import io.flowgauge.probabilistic.order.Fineness;
import io.flowgauge.probabilistic.order.MomentTable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Chooses the method of summing latencies. */
final class LatencySums {
  /**
   * Error of the moments, where these are known, above which polynomials do not fit the laws of a
   * sum.
   */
  private static final double MISFIT = 1e-4;

  /**
   * Error of a grid above which polynomials are more accurate, because times of very different
   * length matter.
   */
  private static final double TOO_ROUGH = 1e-3;

  /** Error of a lattice, as a fraction of the median, above which another method is tried. */
  private static final double TOO_COARSE = 1e-2;

  /** Logarithm of the distribution function at the median. */
  private static final double HALF = Math.log(0.5);

  private LatencySums() {}

  /** Sums the latencies of jobs that finish, each law as often as given. */
  static LatencySum of(Map<Law, Integer> latencies, Fineness fineness) {
    return of(latencies, fineness, MomentTable.MAX_COUNT);
  }

  /** Sums latencies, given the greatest number of sums of which the longest will be requested. */
  static LatencySum of(Map<Law, Integer> latencies, Fineness fineness, double most) {
    Map<Law, Integer> laws = new LinkedHashMap<>();
    latencies.forEach((law, times) -> laws.merge(Laws.finishing(law), times, Integer::sum));
    if (isAlone(laws)) {
      return new LawSum(laws.keySet().iterator().next());
    }
    if (haveCorners(laws)) {
      CornerSum sum = CornerSum.of(laws, fineness, most);
      return sum.relativeError() <= TOO_ROUGH
          ? sum
          : polynomials(laws, fineness).<LatencySum>map(better -> better).orElse(sum);
    }
    return polynomials(laws, fineness).orElseGet(() -> ofMisfits(laws, fineness));
  }

  /**
   * Sums laws that polynomials do not fit well. With long tails, one lattice for all times is
   * usually too coarse. Then polynomials that lack the end of the tail are more accurate or, if
   * there are jumps, several lattices.
   */
  private static LatencySum ofMisfits(Map<Law, Integer> laws, Fineness fineness) {
    PointSum points = PointSum.of(laws);
    double median = Math.abs(points.atLogCdf(HALF));
    if (points.absoluteError() <= TOO_COARSE * median) {
      return points;
    }
    boolean areSmooth = laws.keySet().stream().allMatch(LatencySums::isSmooth);
    LatencySum other = areSmooth ? TailSum.of(laws, fineness) : CurveSum.of(laws);
    double error = points.absoluteError() / Math.abs(other.atLogCdf(HALF));
    // Without a known variance to compare with, all lattices may miss the same part unnoticed.
    double most = areSmooth || FiniteMoments.of(laws).sd() ? error : Math.min(error, TOO_ROUGH);
    return other.relativeError() < most ? other : points;
  }

  /** Sums latencies for many queries; even a single law is tabulated. */
  static LatencySum tabulated(Map<Law, Integer> latencies, Fineness fineness) {
    LatencySum sum = of(latencies, fineness);
    if (sum instanceof LawSum) {
      Law law = Laws.finishing(latencies.keySet().iterator().next());
      return polynomials(Map.of(law, 1), fineness).orElse(sum);
    }
    return sum;
  }

  /** Returns the sum as polynomials, if they fit. */
  private static Optional<LatencySum> polynomials(Map<Law, Integer> laws, Fineness fineness) {
    boolean areSmooth = laws.keySet().stream().allMatch(LatencySums::isSmooth);
    return areSmooth
        ? Optional.<LatencySum>of(TailSum.of(laws, fineness))
            .filter(sum -> sum.relativeError() <= MISFIT)
        : Optional.empty();
  }

  /** Whether densities have corners, for which polynomials would take seconds. */
  private static boolean haveCorners(Map<Law, Integer> laws) {
    return laws.keySet().stream().noneMatch(Law::hasAtoms)
        && laws.keySet().stream().allMatch(law -> law.sd() < Double.POSITIVE_INFINITY)
        && laws.keySet().stream()
            .anyMatch(law -> law instanceof Corners corners && corners.cornerPeriod() > 0);
  }

  private static boolean isAlone(Map<Law, Integer> laws) {
    return laws.size() == 1 && laws.containsValue(1);
  }

  /** Whether a law has no jump except at its lower end. */
  private static boolean isSmooth(Law law) {
    return !law.hasAtoms() || Laws.jumpsOnlyAtLowerEnd(law);
  }

  /** Returns the logarithm of the probability that a data segment loses no job. */
  static double logKept(Map<Law, Integer> laws) {
    return laws.entrySet().stream()
        .mapToDouble(each -> each.getValue() * Math.log1p(-each.getKey().lostFraction()))
        .sum();
  }
}
