package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.integral.LawMoments;
import io.flowgauge.probabilistic.law.Crossing;
import io.flowgauge.probabilistic.law.DerivedLaw;
import io.flowgauge.probabilistic.order.Corners;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The longest of independent times of several laws, each of which occurs a number of times. */
final class LongestLaw extends DerivedLaw {
  private final List<Law> laws;
  private final double[] counts;
  private final double total;

  LongestLaw(List<Law> laws, double... counts) {
    super("longest", parameters(laws, counts));
    this.laws = List.copyOf(laws);
    this.counts = counts.clone();
    total = Arrays.stream(counts).sum();
  }

  private static Map<String, Object> parameters(List<Law> laws, double... counts) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("laws", List.copyOf(laws));
    all.put("counts", Arrays.stream(counts).boxed().toList());
    return all;
  }

  List<Law> laws() {
    return laws;
  }

  @Override
  public double mean() {
    boolean finite = laws.stream().allMatch(law -> law.mean() < Double.POSITIVE_INFINITY);
    return finite ? LawMoments.of(this).mean() : Double.POSITIVE_INFINITY;
  }

  @Override
  public double sd() {
    boolean finite = laws.stream().allMatch(law -> law.sd() < Double.POSITIVE_INFINITY);
    return finite ? LawMoments.of(this).sd() : Double.POSITIVE_INFINITY;
  }

  @Override
  public double cdf(double t) {
    return Math.exp(logCdf(t));
  }

  @Override
  public double survival(double t) {
    return -Math.expm1(logCdf(t));
  }

  @Override
  public double logCdf(double t) {
    double sum = 0;
    for (int k = 0; k < counts.length; k++) {
      sum += counts[k] * laws.get(k).logCdf(t);
    }
    return sum;
  }

  /**
   * Searches from the latest quantile of any single law, because the quantile of the longest is no
   * earlier.
   */
  @Override
  protected double quantileWithin(double p) {
    double from = latest(law -> law.quantile(p));
    return Crossing.ofRising(this::cdf, p, from, latest(law -> law.upperQuantile((1 - p) / total)));
  }

  @Override
  protected double upperQuantileWithin(double q) {
    double from = latest(law -> law.upperQuantile(q));
    return Crossing.ofFalling(this::survival, q, from, latest(law -> law.upperQuantile(q / total)));
  }

  private double latest(ToDoubleFunction<Law> time) {
    return laws.stream().mapToDouble(time).max().orElse(0);
  }

  @Override
  public double lower() {
    return latest(Law::lower);
  }

  @Override
  public double upper() {
    return latest(Law::upper);
  }

  /** Returns the period of the corners, which is the same for all times of one service. */
  @Override
  public double cornerPeriod() {
    return corners().mapToDouble(Corners::cornerPeriod).max().orElse(0);
  }

  @Override
  public double cornerOffset() {
    return corners().mapToDouble(Corners::cornerOffset).max().orElse(0);
  }

  @Override
  public double[] cornerPhases() {
    return corners().flatMapToDouble(c -> DoubleStream.of(c.cornerPhases())).distinct().toArray();
  }

  private Stream<Corners> corners() {
    return laws.stream().filter(Corners.class::isInstance).map(Corners.class::cast);
  }
}
