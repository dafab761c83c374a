package io.flowgauge.probabilistic.law;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.LawFit;
import java.util.Locale;

/** A fit to a sorted sample. */
record SampleFit(
    Law law,
    int parameters,
    double logLikelihood,
    int size,
    double kolmogorovSmirnov,
    double andersonDarling)
    implements LawFit {

  static SampleFit of(double[] sorted, Law law, int parameters, double logLikelihood) {
    int size = sorted.length;
    double distance = 0;
    double sum = 0;
    for (int k = 0; k < size; k++) {
      double cdf = law.cdf(sorted[k]);
      distance = Math.max(distance, Math.max((k + 1.0) / size - cdf, cdf - (double) k / size));
      double logSurvival = Math.log(law.survival(sorted[size - 1 - k]));
      sum += (2 * k + 1) * (law.logCdf(sorted[k]) + logSurvival);
    }
    return new SampleFit(law, parameters, logLikelihood, size, distance, -size - sum / size);
  }

  @Override
  public double aic() {
    return 2 * parameters - 2 * logLikelihood;
  }

  @Override
  public double bic() {
    return parameters * Math.log(size) - 2 * logLikelihood;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "LawFit[%s, AIC=%.6g, KS=%.4g of %d]", law, aic(), kolmogorovSmirnov, size);
  }
}
