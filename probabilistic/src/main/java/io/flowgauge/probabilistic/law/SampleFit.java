package io.flowgauge.probabilistic.law;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.LawFit;
import java.util.Locale;

/**
 * A fit to a sample.
 *
 * @param distances distances of the sample from the law
 */
record SampleFit(Law law, int parameters, double logLikelihood, SampleDistances distances)
    implements LawFit {

  static SampleFit of(double[] sorted, Law law, int parameters, double logLikelihood) {
    return new SampleFit(law, parameters, logLikelihood, new SampleDistances(sorted, law));
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
    return 2 * parameters - 2 * logLikelihood;
  }

  @Override
  public double bic() {
    return parameters * Math.log(distances.size()) - 2 * logLikelihood;
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
