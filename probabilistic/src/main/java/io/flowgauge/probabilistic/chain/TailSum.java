package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Fineness;
import io.flowgauge.probabilistic.order.MomentTable;
import io.flowgauge.probabilistic.order.Moments;
import io.flowgauge.probabilistic.order.OrderStatistic;
import io.flowgauge.probabilistic.order.ScoreTable;
import io.flowgauge.probabilistic.order.Tail;
import io.flowgauge.probabilistic.order.TimeTable;
import java.util.List;
import java.util.Map;

/** A sum of latencies that jump at most at their lower ends, as piecewise Chebyshev polynomials. */
final class TailSum implements LatencySum {
  /** Claimed error of quick sums; the error of their moments is mostly smaller. */
  static final double QUICK_ERROR = 1e-6;

  /** Error of a sum's moments below which the whole distribution is accurate. */
  private static final double QUICK_TOLERANCE = 3e-7;

  /**
   * Greatest number of different laws that are computed with full fineness; each takes some
   * milliseconds.
   */
  private static final int MOST_IN_FULL = 200;

  /** Safety factor, because a few errors of the same size may add up. */
  private static final double SAFETY = 10;

  private static final double SCORE_TOLERANCE_SHARE = 0.1;

  private final Tail tail;
  private final TimeTable times;
  private final Fineness fineness;
  private final double relativeError;

  /** Computed when first needed; racing threads compute equal tables. */
  private volatile ScoreTable scores;

  private TailSum(Tail tail, TimeTable times, Fineness fineness, double off) {
    this.tail = tail;
    this.times = times;
    this.fineness = fineness;
    double claimed = fineness == Fineness.QUICK ? QUICK_ERROR : OrderStatistic.RELATIVE_ERROR;
    relativeError = Math.max(claimed, SAFETY * off);
  }

  /**
   * Sums laws as finely as requested; finer if that is not accurate enough, coarser if there are
   * many laws.
   */
  static TailSum of(Map<Law, Integer> laws, Fineness fineness) {
    boolean many = laws.size() > MOST_IN_FULL;
    Fineness used = many ? Fineness.QUICK : fineness;
    Tail tail = sum(laws, used);
    TimeTable times = tail.timeTable();
    double off = momentError(times.moments(1), laws);
    return used == Fineness.QUICK && !many && !(off < QUICK_TOLERANCE)
        ? of(laws, Fineness.FULL)
        : new TailSum(tail, times, used, off);
  }

  private static Tail sum(Map<Law, Integer> laws, Fineness fineness) {
    List<Tail> parts =
        laws.entrySet().stream()
            .map(each -> power(Tail.of(each.getKey(), fineness), each.getValue()))
            .toList();
    return sum(parts);
  }

  /**
   * Sums by halves, because errors and cut-off tails grow with the number of additions that a term
   * goes through.
   */
  private static Tail sum(List<Tail> parts) {
    int half = parts.size() / 2;
    return half == 0
        ? parts.get(0)
        : sum(parts.subList(0, half)).plus(sum(parts.subList(half, parts.size())));
  }

  /** Sums equal terms by doubling: twelve of them take four convolutions. */
  private static Tail power(Tail tail, int count) {
    if (count == 1) {
      return tail;
    }
    Tail half = power(tail, count / 2);
    Tail even = half.plus(half);
    return count % 2 == 0 ? even : even.plus(tail);
  }

  /**
   * Returns the relative error of the moments of a sum, or 0 if the laws have no finite variance to
   * compare with.
   */
  static double momentError(Moments moments, Map<Law, Integer> laws) {
    double mean = 0;
    double variance = 0;
    for (Map.Entry<Law, Integer> each : laws.entrySet()) {
      mean += each.getValue() * each.getKey().mean();
      variance += each.getValue() * each.getKey().sd() * each.getKey().sd();
    }
    if (variance == Double.POSITIVE_INFINITY) {
      return 0;
    }
    double sd = Math.sqrt(variance);
    double offMean = Math.abs(moments.mean() - mean) / Math.max(Math.abs(mean), sd);
    return Math.max(offMean, Math.abs(moments.sd() - sd) / sd);
  }

  @Override
  public double logCdf(double t) {
    return complement(tail.logSurvival(t));
  }

  @Override
  public double atLogCdf(double level) {
    return tail.atLogSurvival(complement(level));
  }

  private static double complement(double log) {
    return log > -0.5 ? Math.log(-Math.expm1(log)) : Math.log1p(-Math.exp(log));
  }

  @Override
  public Moments longest(double count) {
    return times.moments(count);
  }

  @Override
  public MomentTable moments() {
    return MomentTable.of(tail, scores());
  }

  @Override
  public double tabulatedQuantile(double count, double p) {
    return scores().quantile(count, p);
  }

  private ScoreTable scores() {
    ScoreTable made = scores;
    if (made == null) {
      made = ScoreTable.of(tail, SCORE_TOLERANCE_SHARE * relativeError);
      scores = made;
    }
    return made;
  }

  @Override
  public double relativeError() {
    return relativeError;
  }

  @Override
  public ForecastError.Kind errorKind() {
    return relativeError > OrderStatistic.RELATIVE_ERROR
        ? ForecastError.Kind.ESTIMATE
        : ForecastError.Kind.EXACT_TO;
  }

  @Override
  public String method() {
    return fineness == Fineness.QUICK
        ? "quick convolution of piecewise Chebyshev survival"
        : "convolution of piecewise Chebyshev survival";
  }
}
