package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.law.DerivedLaw;
import io.flowgauge.probabilistic.law.Laws;
import io.flowgauge.probabilistic.order.Fineness;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The sum of two independent times, one after the other. Immutable and thread-safe. */
public final class SumLaw extends DerivedLaw {
  private static final double HALF = 0.5;

  private final Law first;
  private final Law second;
  private final LatencySum sum;

  private SumLaw(Law first, Law second) {
    super("sum", Map.of("laws", List.of(first, second)));
    this.first = first;
    this.second = second;
    Map<Law, Integer> laws = new HashMap<>();
    laws.put(first, 1);
    laws.merge(second, 1, Integer::sum);
    sum = LatencySums.of(laws, Fineness.QUICK);
  }

  /**
   * Returns the law of the sum.
   *
   * @return a law that loses jobs if one of the two does
   */
  public static Law of(Law first, Law second) {
    if (isConstant(first)) {
      return shifted(first.lower(), second);
    }
    if (isConstant(second)) {
      return shifted(second.lower(), first);
    }
    double lost = 1 - (1 - first.lostFraction()) * (1 - second.lostFraction());
    Law sum = new SumLaw(first, second);
    return lost > 0 ? sum.withOutliers(lost) : sum;
  }

  /** Whether a law has a single value and loses no job. */
  static boolean isConstant(Law law) {
    return Laws.isFixed(law) && law.lostFraction() == 0;
  }

  private static Law shifted(double seconds, Law law) {
    return seconds == 0 ? law : Law.shifted(seconds, law);
  }

  @Override
  public double mean() {
    return first.mean() + second.mean();
  }

  @Override
  public double sd() {
    return Math.hypot(first.sd(), second.sd());
  }

  @Override
  public double cdf(double t) {
    return Math.exp(sum.logCdf(t));
  }

  @Override
  public double survival(double t) {
    return -Math.expm1(sum.logCdf(t));
  }

  @Override
  public double logCdf(double t) {
    return sum.logCdf(t);
  }

  @Override
  protected double quantileWithin(double p) {
    return sum.atLogCdf(Math.log(p));
  }

  @Override
  protected double upperQuantileWithin(double q) {
    return q < HALF ? sum.atLogCdf(Math.log1p(-q)) : quantileWithin(1 - q);
  }

  @Override
  public double lower() {
    return first.lower() + second.lower();
  }

  @Override
  public double upper() {
    return first.upper() + second.upper();
  }
}
