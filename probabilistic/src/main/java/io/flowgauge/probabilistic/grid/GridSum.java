package io.flowgauge.probabilistic.grid;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.law.Crossing;
import io.flowgauge.probabilistic.law.DerivedLaw;
import io.flowgauge.probabilistic.order.Moments;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The sum of independent times whose densities have corners, given by its survival function at the
 * nodes of a grid. Between nodes it is interpolated by polynomials that do not extend across
 * corners. Immutable and thread-safe.
 */
public final class GridSum extends DerivedLaw {
  /** Expected number of longer times below which the probability of two of them is neglected. */
  private static final double RARE = 1e-11;

  private final double origin;
  private final double step;
  private final double[] survivals;
  private final Segments segments;
  private final double mean;
  private final double sd;
  private final double relativeError;

  private GridSum(Map<Law, Integer> laws, double origin, Nodes nodes) {
    super("sum", Map.of("laws", List.copyOf(laws.keySet()), "times", List.copyOf(laws.values())));
    this.origin = origin;
    step = nodes.step;
    survivals = nodes.survivals;
    segments = nodes.segments;
    mean = sum(laws, Law::mean);
    sd = Math.sqrt(sum(laws, law -> law.sd() * law.sd()));
    double offMean = Math.abs(moments(1).mean() - mean) / mean;
    relativeError = Math.max(nodes.off, offMean);
  }

  private static double sum(Map<Law, Integer> laws, ToDoubleFunction<Law> value) {
    return laws.entrySet().stream()
        .mapToDouble(each -> each.getValue() * value.applyAsDouble(each.getKey()))
        .sum();
  }

  /**
   * Convolves two times or more.
   *
   * @param laws laws without atoms or lost jobs, of finite variance, each with the number of times
   *     that have it; one of them {@linkplain io.flowgauge.probabilistic.order.Corners has corners}
   * @param goal relative error of quantiles at which refinement stops; may be missed if it would
   *     take too many nodes
   * @param most greatest number of sums of which the longest will be requested
   */
  public static GridSum of(Map<Law, Integer> laws, double goal, double most) {
    GridLayout layout = GridLayout.of(laws);
    Refinement refinement = new Refinement(laws, layout, most);
    GridSum sum = new GridSum(laws, layout.origin(), refinement.next());
    while (sum.relativeError > Math.max(goal, refinement.noise()) && refinement.hasNext()) {
      sum = new GridSum(laws, layout.origin(), refinement.next());
    }
    return sum;
  }

  /** Returns the relative error of quantiles and moments. */
  public double relativeError() {
    return relativeError;
  }

  /**
   * Returns the mean and standard deviation of the longest of several sums.
   *
   * @param count how many, 1 or more
   */
  public Moments moments(double count) {
    double[] widths = segments.widths();
    double[] longest = longest(count);
    double rise = 0;
    for (int k = 0; k < longest.length; k++) {
      rise += widths[k] * longest[k];
    }
    int edge = segments.cornerNear(rise);
    double sum = 0;
    for (int k = 0; k < longest.length; k++) {
      double survival = longest[k];
      sum += widths[k] * (k < edge ? (edge - k) * (1 - survival) : (k - edge) * survival);
    }
    double variance = 2 * sum - (rise - edge) * (rise - edge);
    return new Moments(
        origin + step * rise, step * Math.sqrt(Math.max(0, variance)), relativeError);
  }

  /** Returns the survival function of the longest at the nodes. */
  private double[] longest(double count) {
    double[] longest = new double[survivals.length];
    for (int k = 0; k < longest.length; k++) {
      double mean = count * survivals[k];
      longest[k] = mean < RARE ? mean : -Math.expm1(count * Math.log1p(-survivals[k]));
    }
    return longest;
  }

  @Override
  public double mean() {
    return mean;
  }

  @Override
  public double sd() {
    return sd;
  }

  @Override
  public double cdf(double t) {
    return 1 - survival(t);
  }

  @Override
  public double survival(double t) {
    double place = (t - origin) / step;
    if (place <= 0) {
      return 1;
    }
    return place >= survivals.length - 1 ? 0 : segments.interpolate(survivals, place);
  }

  @Override
  protected double quantileWithin(double p) {
    return upperQuantileWithin(1 - p);
  }

  @Override
  protected double upperQuantileWithin(double q) {
    int lo = 0;
    int hi = survivals.length - 1;
    while (lo < hi) {
      int mid = (lo + hi) >>> 1;
      if (survivals[mid] <= q) {
        hi = mid;
      } else {
        lo = mid + 1;
      }
    }
    return lo == 0
        ? origin
        : Crossing.ofFalling(this::survival, q, origin + (lo - 1) * step, origin + lo * step);
  }

  @Override
  public double lower() {
    return origin;
  }

  @Override
  public double upper() {
    return Double.POSITIVE_INFINITY;
  }
}
