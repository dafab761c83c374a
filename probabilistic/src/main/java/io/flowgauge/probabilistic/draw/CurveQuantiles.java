package io.flowgauge.probabilistic.draw;

import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.curve.GradedCurve;
import java.util.Arrays;

/**
 * Quantiles of a curve as a function of {@code ln(p / (1 - p))}, interpolated between its values at
 * many times.
 */
final class CurveQuantiles {
  /** Times per doubling of the distance from the lower end. */
  private static final int PARTS = 256;

  private final double[] times;
  private final double[] logits;

  private CurveQuantiles(double[] times, double[] logits) {
    this.times = times;
    this.logits = logits;
  }

  static CurveQuantiles of(Curve curve) {
    double[] times = times(curve);
    double[] logits = new double[times.length];
    double least = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < times.length; k++) {
      double survival = curve.survival(times[k]);
      least = Math.max(least, Math.log1p(-survival) - Math.log(survival));
      logits[k] = least;
    }
    return new CurveQuantiles(times, logits);
  }

  private static double[] times(Curve curve) {
    double[] graded = GradedCurve.times(curve.lower(), curve.upper(), PARTS);
    double[] jumps = curve.jumps();
    if (jumps.length == 0) {
      return graded;
    }
    double[] all = Arrays.copyOf(graded, graded.length + 2 * jumps.length);
    for (int k = 0; k < jumps.length; k++) {
      all[graded.length + 2 * k] = jumps[k];
      all[graded.length + 2 * k + 1] = Math.nextDown(jumps[k]);
    }
    Arrays.sort(all);
    return all;
  }

  double at(double logit) {
    int lo = 0;
    int hi = logits.length - 1;
    while (lo < hi) {
      int mid = (lo + hi) >>> 1;
      if (logits[mid] >= logit) {
        hi = mid;
      } else {
        lo = mid + 1;
      }
    }
    if (lo == 0 || !Double.isFinite(logits[lo - 1]) || !Double.isFinite(logits[lo])) {
      return times[lo];
    }
    double part = (logit - logits[lo - 1]) / (logits[lo] - logits[lo - 1]);
    return times[lo - 1] + Math.min(1, part) * (times[lo] - times[lo - 1]);
  }
}
