package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.answer.ComputedAnswer;
import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.curve.Integrals;
import io.flowgauge.probabilistic.curve.LawCurve;
import io.flowgauge.probabilistic.curve.Sums;
import io.flowgauge.probabilistic.curve.Term;
import io.flowgauge.probabilistic.law.Crossing;
import io.flowgauge.probabilistic.order.Moments;
import java.util.List;
import java.util.Map;

/**
 * A sum of latencies on several lattices whose steps become smaller towards its start. It suits
 * laws with jumps and long tails, for which a single lattice over all times is too coarse.
 */
final class CurveSum implements LatencySum {
  private static final int FIRST_CELLS = 1 << 12;
  private static final int MOST_CELLS = 1 << 15;
  private static final double GOAL = 2e-6;

  /** Ratio of error to observed difference; where laws jump, answers improve slowly. */
  private static final double SAFETY = 4;

  /** Probability below which distributions computed by Fourier transforms are only round-off. */
  private static final double TAIL = 1e-15;

  private final Curve curve;
  private final Integrals integrals;
  private final ComputedAnswer one;
  private final double relativeError;

  private CurveSum(Curve curve, ComputedAnswer one, Map<Law, Integer> laws) {
    this.curve = curve;
    this.one = one;
    integrals = Integrals.of(curve);
    double off = TailSum.momentError(new Moments(one.mean(), one.sd(), 0), laws);
    relativeError = Math.max(one.relativeError(), SAFETY * off);
  }

  /** Convolves on ever finer lattices until two successive results agree. */
  static CurveSum of(Map<Law, Integer> laws) {
    CurveSum sum = null;
    for (int cells = FIRST_CELLS; cells <= MOST_CELLS; cells *= 2) {
      List<Term> terms =
          laws.entrySet().stream()
              .map(each -> new Term(LawCurve.of(each.getKey(), TAIL), each.getValue()))
              .toList();
      Curve curve = new Sums(cells, TAIL).of(terms);
      String method = "convolution on lattices of " + cells + " cells";
      ComputedAnswer one =
          ComputedAnswer.of(curve, 1, method, SAFETY, sum == null ? null : sum.one);
      sum = new CurveSum(curve, one, laws);
      if (one.isCompared() && one.relativeError() < GOAL) {
        break;
      }
    }
    return sum;
  }

  @Override
  public double logCdf(double t) {
    return Math.log1p(-curve.survival(t));
  }

  @Override
  public double atLogCdf(double level) {
    double survival = -Math.expm1(level);
    return curve.isConstant()
        ? curve.lower()
        : Crossing.ofFalling(curve::survival, survival, curve.lower(), curve.upper());
  }

  @Override
  public Moments longest(double count) {
    double mean = integrals.mean(count);
    return new Moments(mean, integrals.sd(count, mean), relativeError);
  }

  @Override
  public String method() {
    return one.method();
  }

  @Override
  public double relativeError() {
    return relativeError;
  }

  @Override
  public ForecastError.Kind errorKind() {
    return ForecastError.Kind.ESTIMATE;
  }
}
