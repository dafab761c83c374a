package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Moments;
import io.flowgauge.probabilistic.order.OrderStatistic;
import io.flowgauge.probabilistic.order.Steps;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A sum of latencies with jumps. It is exact if all probability is in jumps and these are few or
 * lie on a common lattice. Otherwise each time is moved to a lattice point, by at most half a step.
 */
final class PointSum implements LatencySum {
  private static final int MAX_EXACT = 1 << 18;
  private static final long MAX_WORK = 1L << 31;
  private static final int MAX_PRODUCTS = 1 << 20;
  private static final int CELLS = 1 << 14;

  /**
   * Width of the lattice in units of the root of the sum of the squared widths of all laws. A
   * standard deviation is at most half a width.
   */
  private static final double WIDE = 12;

  /** Number of services above which the sums of single values are not enumerated. */
  private static final int MAX_PRODUCT_SERVICES = 32;

  /** Steps tried: from an hour to a microsecond. */
  private static final double[] STEPS = {3600, 60, 10, 1, 0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6};

  /**
   * How far a time may be from a lattice point and still count as on it, in steps and as a fraction
   * of the time.
   */
  private static final double ON_LATTICE = 1e-10;

  /** Relative round-off of sums. */
  private static final double ROUND_OFF = 1e-14;

  private final double[] times;
  private final double[] logCdf;
  private final double absoluteError;
  private final String method;

  private PointSum(Points points, double absoluteError, String method) {
    times = points.times;
    this.absoluteError = absoluteError;
    this.method = method;
    double[] mass = points.mass;
    logCdf = new double[times.length];
    double survival = 0;
    for (int k = times.length - 1; k >= 0; k--) {
      logCdf[k] = Math.log1p(-Math.min(1, survival));
      survival += mass[k];
    }
    double cdf = 0;
    for (int k = 0; k < logCdf.length && cdf < 0.5; k++) {
      cdf += mass[k];
      logCdf[k] = cdf < 0.5 ? Math.log(cdf) : logCdf[k];
    }
  }

  static PointSum of(Map<Law, Integer> laws) {
    OptionalDouble step = commonStep(laws);
    if (step.isPresent()) {
      Lattice exact = sum(laws, step.getAsDouble());
      return new PointSum(exact.points(), 0, "exact convolution on a common lattice");
    }
    return products(laws)
        .map(points -> new PointSum(points, 0, "exact convolution of single values"))
        .orElseGet(() -> rounded(laws));
  }

  private static PointSum rounded(Map<Law, Integer> laws) {
    double services = laws.values().stream().mapToInt(times -> times).sum();
    double step = Math.max(width(laws), Double.MIN_NORMAL) / CELLS;
    return new PointSum(
        sum(laws, step).points(),
        services * step / 2,
        "convolution on a lattice of " + step + " s");
  }

  /**
   * Returns the width of the range that matters, which for many terms is less than the sum of their
   * widths.
   */
  private static double width(Map<Law, Integer> laws) {
    double sum = 0;
    double squares = 0;
    for (Map.Entry<Law, Integer> each : laws.entrySet()) {
      double width = width(each.getKey());
      sum += each.getValue() * width;
      squares += each.getValue() * width * width;
    }
    return Math.min(sum, WIDE * Math.sqrt(squares));
  }

  private static double width(Law law) {
    return Lattice.high(law) - Lattice.low(law);
  }

  private static Lattice sum(Map<Law, Integer> laws, double step) {
    return laws.entrySet().stream()
        .map(each -> Lattice.of(each.getKey(), step).times(each.getValue()))
        .reduce(Lattice::plus)
        .orElseThrow();
  }

  private static Optional<Points> products(Map<Law, Integer> laws) {
    int services = laws.values().stream().mapToInt(times -> times).sum();
    if (!isStepwise(laws.keySet()) || services > MAX_PRODUCT_SERVICES) {
      return Optional.empty();
    }
    Points sum = null;
    for (Map.Entry<Law, Integer> each : laws.entrySet()) {
      Points own = Points.of(each.getKey());
      for (int k = 0; k < each.getValue(); k++) {
        if (sum != null && (long) sum.size() * own.size() > MAX_PRODUCTS) {
          return Optional.empty();
        }
        sum = sum == null ? own : sum.plus(own);
      }
    }
    return Optional.ofNullable(sum);
  }

  private static boolean isStepwise(Set<Law> laws) {
    return laws.stream().allMatch(law -> law instanceof Steps steps && steps.isStepwise());
  }

  /**
   * Returns the widest step of a lattice that contains all jumps of all laws, unless it would need
   * too many cells.
   */
  private static OptionalDouble commonStep(Map<Law, Integer> laws) {
    if (!isStepwise(laws.keySet())) {
      return OptionalDouble.empty();
    }
    double width = width(laws);
    return Arrays.stream(STEPS)
        .filter(step -> width / step < MAX_EXACT && work(laws, width / step) < MAX_WORK)
        .filter(step -> laws.keySet().stream().allMatch(law -> isOn((Steps) law, step)))
        .findFirst();
  }

  /** Estimates the work of the convolutions; the last one takes most of the time. */
  private static double work(Map<Law, Integer> laws, double cells) {
    return cells * cells / 4 * laws.size();
  }

  private static boolean isOn(Steps law, double step) {
    return Arrays.stream(law.jumps())
        .map(t -> t / step)
        .allMatch(t -> Math.abs(t - Math.rint(t)) <= ON_LATTICE * Math.min(1, Math.abs(t)));
  }

  @Override
  public double logCdf(double t) {
    double rounded = t + ROUND_OFF * Math.abs(t);
    int found = Arrays.binarySearch(times, rounded);
    int k = found >= 0 ? found : -found - 2;
    return k < 0 ? Double.NEGATIVE_INFINITY : logCdf[k];
  }

  @Override
  public double atLogCdf(double level) {
    int found = Arrays.binarySearch(logCdf, level);
    int k = found >= 0 ? found : -found - 1;
    while (k > 0 && k < logCdf.length && logCdf[k - 1] >= level) {
      k--;
    }
    return times[Math.min(k, times.length - 1)];
  }

  @Override
  public Moments longest(double count) {
    double mean = 0;
    for (int k = 0; k + 1 < logCdf.length; k++) {
      mean -= (times[k + 1] - times[k]) * Math.expm1(count * logCdf[k]);
    }
    double variance = 0;
    double before = 0;
    for (int k = 0; k < logCdf.length; k++) {
      double cdf = Math.exp(count * logCdf[k]);
      double mass = k == 0 ? cdf : ofCell(count, k, cdf - before);
      double distance = times[k] - times[0] - mean;
      variance += mass * distance * distance;
      before = cdf;
    }
    return new Moments(times[0] + mean, Math.sqrt(variance), relativeError());
  }

  /**
   * Returns the probability of one cell, computed from logarithms where the distribution function
   * is near 1.
   */
  private double ofCell(double count, int k, double difference) {
    double rise = count * (logCdf[k] - logCdf[k - 1]);
    return rise < 0.5 ? Math.exp(count * logCdf[k]) * -Math.expm1(-rise) : difference;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public double relativeError() {
    return OrderStatistic.RELATIVE_ERROR;
  }

  @Override
  public double absoluteError() {
    return absoluteError;
  }

  @Override
  public ForecastError.Kind errorKind() {
    return absoluteError == 0 ? ForecastError.Kind.EXACT_TO : ForecastError.Kind.BOUND;
  }
}
