package io.flowgauge.probabilistic.law;

import io.flowgauge.prediction.Law;
import java.util.Arrays;

/**
 * The distance of a sample from a law. It is computed on request, because usually it is requested
 * only for the best of the laws fitted to a sample. Immutable and thread-safe.
 */
final class SampleDistances {
  private final double[] sorted;
  private final Law law;

  /** Computed when first needed; racing threads compute equal values. */
  private volatile Double kolmogorovSmirnov;

  private volatile Double andersonDarling;

  /**
   * Prepares the distances.
   *
   * @param sorted the sample; not copied
   */
  SampleDistances(double[] sorted, Law law) {
    this.sorted = sorted;
    this.law = law;
  }

  int size() {
    return sorted.length;
  }

  /** The greatest difference of the two distribution functions. */
  double kolmogorovSmirnov() {
    Double made = kolmogorovSmirnov;
    if (made == null) {
      made = greatest();
      kolmogorovSmirnov = made;
    }
    return made;
  }

  private double greatest() {
    double size = sorted.length;
    double distance = 0;
    for (int k = 0; k < sorted.length; k++) {
      double cdf = law.cdf(sorted[k]);
      distance = Math.max(distance, Math.max((k + 1.0) / size - cdf, cdf - k / size));
    }
    return distance;
  }

  /** Returns the statistic of Anderson and Darling, which weights both tails more. */
  double andersonDarling() {
    Double made = andersonDarling;
    if (made == null) {
      made = weighted();
      andersonDarling = made;
    }
    return made;
  }

  private double weighted() {
    int size = sorted.length;
    double sum = 0;
    for (int k = 0; k < size; k++) {
      double logSurvival = Math.log(law.survival(sorted[size - 1 - k]));
      sum += (2 * k + 1) * (law.logCdf(sorted[k]) + logSurvival);
    }
    return -size - sum / size;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SampleDistances that
        && law.equals(that.law)
        && Arrays.equals(sorted, that.sorted);
  }

  @Override
  public int hashCode() {
    return 31 * law.hashCode() + Arrays.hashCode(sorted);
  }
}
