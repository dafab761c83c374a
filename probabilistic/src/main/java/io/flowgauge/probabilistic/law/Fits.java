package io.flowgauge.probabilistic.law;

import static java.util.Arrays.stream;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.LawFit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.WeibullDistribution;

/** Fits laws to samples by maximum likelihood. Stateless and thread-safe. */
public final class Fits {
  private static final double LEAST_SHAPE = 1e-3;

  private Fits() {}

  /**
   * Fits all laws that a sample allows.
   *
   * @return the fits, sorted by rising {@link LawFit#aic()}
   * @throws IllegalArgumentException if there are fewer than two different values, or one is not
   *     finite
   */
  public static List<LawFit> of(double[] values) {
    double[] sample = values.clone();
    Arrays.sort(sample);
    for (double value : sample) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("fit: values must be finite, but one is " + value);
      }
    }
    if (sample.length < 2 || sample[0] == sample[sample.length - 1]) {
      throw new IllegalArgumentException(
          "fit: needs at least two different values, but has " + sample.length + " equal ones");
    }
    List<LawFit> fits = new ArrayList<>();
    double mean = stream(sample).average().orElseThrow();
    fits.add(SampleFit.uniform(sample));
    add(fits, () -> normal(sample, mean));
    if (sample[0] > 0) {
      addPositive(fits, sample, mean);
    }
    fits.sort(Comparator.comparingDouble(LawFit::aic));
    return List.copyOf(fits);
  }

  private static void addPositive(List<LawFit> fits, double[] sample, double mean) {
    double[] logs = stream(sample).map(Math::log).toArray();
    double logMean = stream(logs).average().orElseThrow();
    add(fits, () -> fit(sample, Law.exponential(mean), 1, ExponentialDistribution.of(mean)));
    add(fits, () -> lognormal(sample, logs, logMean));
    add(fits, () -> gamma(sample, mean, Math.log(mean) - logMean));
    add(fits, () -> weibull(sample, logs, logMean));
  }

  /**
   * Adds a fit, unless values too close together or too far apart leave the law without finite
   * parameters.
   */
  private static void add(List<LawFit> fits, Supplier<LawFit> fit) {
    try {
      LawFit found = fit.get();
      if (Double.isFinite(found.logLikelihood())) {
        fits.add(found);
      }
    } catch (IllegalArgumentException e) {
      // No law of this kind fits these values; the uniform law always does.
    }
  }

  private static LawFit normal(double[] sample, double mean) {
    double sd = spread(sample, mean);
    return fit(sample, Law.normal(mean, sd), 2, NormalDistribution.of(mean, sd));
  }

  private static LawFit lognormal(double[] sample, double[] logs, double logMean) {
    double logSd = spread(logs, logMean);
    double mean = Math.exp(logMean + logSd * logSd / 2);
    Law law = Law.lognormal(mean, mean * Math.sqrt(Math.expm1(logSd * logSd)));
    return fit(sample, law, 2, LogNormalDistribution.of(logMean, logSd));
  }

  /**
   * Solves {@code ln a - ψ(a) = gap}. The left side falls from infinity to 0, and is between 1/(2a)
   * and 1/a.
   */
  private static LawFit gamma(double[] sample, double mean, double gap) {
    double shape = Crossing.ofFalling(a -> Math.log(a) - Digamma.value(a), gap, 0.5 / gap, 1 / gap);
    double scale = mean / shape;
    return fit(sample, Law.gamma(shape, scale), 2, GammaDistribution.of(shape, scale));
  }

  /**
   * Solves the likelihood equation of the shape, with the largest logarithm subtracted from both
   * sides so that they are above 0.
   */
  private static LawFit weibull(double[] sample, double[] logs, double logMean) {
    double top = logs[logs.length - 1];
    double shape =
        Crossing.ofFalling(a -> 1 / a - lag(logs, top, a), top - logMean, LEAST_SHAPE, 1);
    double power = stream(logs).map(l -> Math.exp(shape * (l - top))).average().orElseThrow();
    double scale = Math.exp(top + Math.log(power) / shape);
    return fit(sample, Law.weibull(shape, scale), 2, WeibullDistribution.of(shape, scale));
  }

  /** Returns {@code Σ x^a (ln x - top) / Σ x^a}, which rises to 0 as the shape a grows. */
  private static double lag(double[] logs, double top, double shape) {
    double weights = 0;
    double sum = 0;
    for (double log : logs) {
      double weight = Math.exp(shape * (log - top));
      weights += weight;
      sum += weight * (log - top);
    }
    return sum / weights;
  }

  private static double spread(double[] values, double mean) {
    return Math.sqrt(stream(values).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
  }

  private static LawFit fit(
      double[] sample, Law law, int parameters, ContinuousDistribution density) {
    return SampleFit.of(sample, law, parameters, stream(sample).map(density::logDensity).sum());
  }
}
