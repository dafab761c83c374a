package io.flowgauge.probabilistic.curve;

import io.flowgauge.probabilistic.enclosure.Discrete;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A time with finitely many values. */
final class StepCurve implements Curve {
  private final double[] value;

  /** Probability that the time is longer than each value. */
  private final double[] beyond;

  private StepCurve(double[] value, double[] beyond) {
    this.value = value;
    this.beyond = beyond;
  }

  private static StepCurve ofMasses(double[] value, double[] mass) {
    double[] beyond = new double[value.length];
    for (int k = value.length - 2; k >= 0; k--) {
      beyond[k] = Math.min(1, beyond[k + 1] + mass[k + 1]);
    }
    return new StepCurve(value, beyond);
  }

  /** Returns the longest of independent times with finitely many values. */
  static Curve longest(List<Term> terms) {
    Discrete longest =
        Discrete.longest(
            terms.stream().map(t -> discrete(t.curve()).power((double) t.count())).toList());
    return new StepCurve(longest.value(), longest.survival());
  }

  private static Discrete discrete(Curve curve) {
    double[] value = curve.jumps();
    return new Discrete(value, Arrays.stream(value).map(curve::survival).toArray(), 0);
  }

  /**
   * Returns the sum of two independent times.
   *
   * @param one a curve that is constant between its jumps
   * @param other another such curve
   */
  static Curve sum(Curve one, Curve other) {
    Map<Double, Double> masses = new TreeMap<>();
    double[] own = masses(other);
    double[] weight = masses(one);
    for (int i = 0; i < weight.length; i++) {
      for (int k = 0; k < own.length; k++) {
        masses.merge(one.jumps()[i] + other.jumps()[k], weight[i] * own[k], Double::sum);
      }
    }
    return ofMasses(
        masses.keySet().stream().mapToDouble(v -> v).toArray(),
        masses.values().stream().mapToDouble(v -> v).toArray());
  }

  private static double[] masses(Curve curve) {
    double[] jumps = curve.jumps();
    double[] masses = new double[jumps.length];
    double before = 1;
    for (int k = 0; k < masses.length; k++) {
      double after = curve.survival(jumps[k]);
      masses[k] = before - after;
      before = after;
    }
    return masses;
  }

  @Override
  public double survival(double t) {
    int found = Arrays.binarySearch(value, t);
    int last = found >= 0 ? found : -found - 2;
    return last < 0 ? 1 : beyond[last];
  }

  @Override
  public double lower() {
    return value[0];
  }

  @Override
  public double upper() {
    return value[value.length - 1];
  }

  @Override
  public double[] jumps() {
    return value;
  }

  @Override
  public boolean isStepwise() {
    return true;
  }
}
