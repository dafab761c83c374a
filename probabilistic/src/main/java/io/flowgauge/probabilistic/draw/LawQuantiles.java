package io.flowgauge.probabilistic.draw;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.law.Laws;
import io.flowgauge.probabilistic.law.Power;
import io.flowgauge.probabilistic.order.Steps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;

/** Quantiles of a law without lost jobs, as a function of the logit {@code ln(p / (1 - p))}. */
final class LawQuantiles {
  /** Where laws are compared, in units of the spread below and above the median. */
  private static final double[] BELOW = {0.3, 0.6, 0.8, 1, 1.5, 2, 3, 4.5};

  private static final double[] ABOVE = {0.3, 0.7, 1, 2, 4, 8, 16, 64};

  private static final double QUARTILE = Math.log(3);

  /** Precision to which logarithms of probabilities must agree for laws to count as equal. */
  private static final double DECIMALS = 1e8;

  /** Interpolation nodes per unit of the logit, in which quantile functions are smooth. */
  private static final int PER_UNIT = 4;

  private static final int RANGE = 36;
  private static final double TOLERANCE = 1e-5;

  /**
   * Fraction of the mean below which a spread is too small to be the unit of tables in single
   * precision.
   */
  private static final double NEGLIGIBLE = 1e-25;

  private final Law law;
  private final Centre centre;
  private final double shift;
  private final double median;
  private final double unit;

  private LawQuantiles(Law law, Centre centre) {
    this.law = law;
    this.centre = centre;
    shift = Laws.shiftOf(law);
    median = shift + centre.median;
    double spread = (shift + centre.upper) - (shift + centre.lower);
    unit = isUnit(spread, centre.law.mean()) ? spread : at(RANGE) - at(-RANGE);
  }

  private static boolean isUnit(double spread, double mean) {
    return spread > 0 && (spread >= NEGLIGIBLE * mean || mean == Double.POSITIVE_INFINITY);
  }

  static LawQuantiles of(Law law) {
    return new LawQuantiles(law, new Centre(Laws.unshifted(law)));
  }

  /**
   * Returns the quantiles of one of many laws.
   *
   * @param known the centres of laws seen before, so that each is searched for only once; extended
   */
  static LawQuantiles of(Law law, Map<Law, Centre> known) {
    return new LawQuantiles(law, known.computeIfAbsent(Laws.unshifted(law), Centre::new));
  }

  private record GammaFamily(double logShape) {}

  /** The median and the quartiles of a law without its fixed part. */
  static final class Centre {
    private final Law law;
    private final double median;
    private final double lower;
    private final double upper;

    private Centre(Law law) {
      this.law = law;
      median = at(0);
      lower = at(-QUARTILE);
      upper = at(QUARTILE);
    }

    private double at(double logit) {
      return logit <= 0
          ? law.quantile(1 / (1 + Math.exp(-logit)))
          : law.upperQuantile(1 / (1 + Math.exp(logit)));
    }
  }

  private double at(double logit) {
    return shift + centre.at(logit);
  }

  boolean isConstant() {
    return unit == 0;
  }

  double median() {
    return median;
  }

  /** Returns the mean of the law without its fixed part. */
  double unshiftedMean() {
    return centre.law.mean();
  }

  /** Returns the median of the law without its fixed part. */
  double unshiftedMedian() {
    return centre.median;
  }

  double unit() {
    return unit;
  }

  private double standard(double logit) {
    return (at(logit) - median) / unit;
  }

  /**
   * Returns a key that is equal for laws that differ only in location and scale or, if they have
   * atoms above the lower end, only in location.
   */
  Object family() {
    Optional<Power> power = power();
    if (power.isPresent()) {
      return new Power(power.get().base(), Math.rint(DECIMALS * power.get().exponent()));
    }
    OptionalDouble gamma = gammaShape();
    if (gamma.isPresent()) {
      return new GammaFamily(Math.rint(DECIMALS * Math.log(gamma.getAsDouble())));
    }
    boolean hasAtoms = law.hasAtoms();
    if (hasAtoms && !Laws.jumpsOnlyAtLowerEnd(centre.law)) {
      return centre.law;
    }
    List<Long> key = new ArrayList<>();
    if (hasAtoms) {
      double lower = centre.law.lower();
      key.add(Math.round(DECIMALS * ((centre.median - lower) / unit)));
      key.add(rounded(centre.law.cdf(lower)));
    }
    for (double below : BELOW) {
      key.add(rounded(law.cdf(median - below * unit)));
    }
    for (double above : ABOVE) {
      key.add(rounded(law.survival(median + above * unit)));
    }
    return key;
  }

  /** Returns the power of another law of which the law without its fixed part is a multiple. */
  Optional<Power> power() {
    return Laws.power(centre.law);
  }

  /** Returns the shape of the gamma law of which the law without its fixed part is a multiple. */
  OptionalDouble gammaShape() {
    return Laws.gammaShape(centre.law);
  }

  private static long rounded(double probability) {
    return Math.round(DECIMALS * Math.log(Math.max(probability, Double.MIN_NORMAL)));
  }

  /** Returns a table of the quantiles less the median, in units of the spread. */
  QuantileTable table() {
    return new QuantileTable(law.hasAtoms() ? this::standard : interpolated(this::standard));
  }

  /** Whether all probability is at single values. */
  boolean isStepwise() {
    return centre.law instanceof Steps steps && steps.isStepwise();
  }

  /**
   * Returns the quantiles less the median, in units of the spread, of a {@linkplain #isStepwise
   * stepwise} law.
   */
  StepQuantiles steps() {
    double[] jumps = ((Steps) centre.law).jumps();
    float[] values = new float[jumps.length];
    double[] above = new double[jumps.length];
    for (int k = 0; k < jumps.length; k++) {
      values[k] = (float) ((jumps[k] - centre.median) / unit);
      above[k] = centre.law.survival(jumps[k]);
    }
    above[jumps.length - 1] = 0; // exactly, in spite of rounding
    return new StepQuantiles(values, above);
  }

  /** Returns the logarithms of quantiles less the logarithm of the median. */
  DoubleUnaryOperator logarithms() {
    double logMedian = Math.log(median);
    return smooth(quantile -> Math.log(quantile) - logMedian);
  }

  /** Returns a smooth function of the quantiles of a law without atoms, in terms of the logit. */
  DoubleUnaryOperator smooth(DoubleUnaryOperator ofQuantile) {
    return interpolated(logit -> ofQuantile.applyAsDouble(at(logit)));
  }

  /** Returns the cubic interpolation of a function if it is accurate, else the function itself. */
  private static DoubleUnaryOperator interpolated(DoubleUnaryOperator smooth) {
    double[] nodes = new double[2 * RANGE * PER_UNIT + 1];
    for (int k = 0; k < nodes.length; k++) {
      nodes[k] = smooth.applyAsDouble((double) k / PER_UNIT - RANGE);
    }
    DoubleUnaryOperator cubic = z -> cubic(nodes, z);
    return isClose(cubic, smooth) ? cubic : smooth;
  }

  /** Compares halfway between nodes, at every third node. */
  private static boolean isClose(DoubleUnaryOperator cubic, DoubleUnaryOperator smooth) {
    for (double z = 1.0 / (2 * PER_UNIT) - 12; z < 12; z += 0.75) {
      double exact = smooth.applyAsDouble(z);
      if (!(Math.abs(cubic.applyAsDouble(z) - exact) <= TOLERANCE * (1 + Math.abs(exact)))) {
        return false;
      }
    }
    return true;
  }

  private static double cubic(double[] nodes, double z) {
    double place = Math.max(0, Math.min(nodes.length - 1.0, (z + RANGE) * PER_UNIT));
    int k = Math.max(1, Math.min((int) place, nodes.length - 3));
    double u = place - k;
    return nodes[k - 1] * (-u * (u - 1) * (u - 2) / 6)
        + nodes[k] * ((u + 1) * (u - 1) * (u - 2) / 2)
        + nodes[k + 1] * (-(u + 1) * u * (u - 2) / 2)
        + nodes[k + 2] * ((u + 1) * u * (u - 1) / 6);
  }
}
