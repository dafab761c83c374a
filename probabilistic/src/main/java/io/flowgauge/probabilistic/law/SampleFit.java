package io.flowgauge.probabilistic.law;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.LawFit;
import java.util.Locale;

/**
 * A fit to a sample.
 *
 * @param penalized number of parameters that information criteria count
 * @param distances distances of the sample from the law
 */
record SampleFit(
    Law law, int parameters, int penalized, double logLikelihood, SampleDistances distances)
    implements LawFit {

  /** Returns the fit of a law whose likelihood is smooth in its parameters. */
  static SampleFit of(double[] sorted, Law law, int parameters, double logLikelihood) {
    return new SampleFit(
        law, parameters, parameters, logLikelihood, new SampleDistances(sorted, law));
  }

  /**
   * Returns the fit of the uniform law. Each of its ends counts as two parameters: the logarithm of
   * its maximum likelihood exceeds that of the true ends by 1 on average, not by 1/2.
   */
  static SampleFit uniform(double[] sorted) {
    double lo = sorted[0];
    double hi = sorted[sorted.length - 1];
    Law law = Law.uniform(lo, hi);
    double logLikelihood = -sorted.length * Math.log(hi - lo);
    return new SampleFit(law, 2, 4, logLikelihood, new SampleDistances(sorted, law));
  }

  @Override
  public double kolmogorovSmirnov() {
    return distances.kolmogorovSmirnov();
  }

  @Override
  public double andersonDarling() {
    return distances.andersonDarling();
  }

  @Override
  public double aic() {
    return 2 * penalized - 2 * logLikelihood;
  }

  @Override
  public double bic() {
    return penalized * Math.log(distances.size()) - 2 * logLikelihood;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "LawFit[%s, AIC=%.6g, KS=%.4g of %d]",
        law,
        aic(),
        kolmogorovSmirnov(),
        distances.size());
  }
}
