package io.flowgauge.prediction;

/**
 * A law fitted to a sample by maximum likelihood, and how well it fits. Implementations are
 * immutable and thread-safe.
 */
public interface LawFit {

  /**
   * The fitted law.
   *
   * @return the law
   */
  Law law();

  /**
   * Number of parameters that were fitted.
   *
   * @return 1 or more
   */
  int parameters();

  /**
   * Logarithm of the likelihood of the sample.
   *
   * @return any number
   */
  double logLikelihood();

  /**
   * The Akaike information criterion {@code 2 k - 2 ln L}: among fits to one sample, the smallest
   * is best. k is the number of {@link #parameters()}, except that each end of a uniform law counts
   * twice: fitted to the smallest and the largest value, it adds twice as much to the likelihood as
   * other parameters do.
   *
   * @return any number
   */
  double aic();

  /**
   * The Bayesian information criterion {@code k ln n - 2 ln L}, which penalises parameters more. k
   * is the same as in {@link #aic()}.
   *
   * @return any number
   */
  double bic();

  /**
   * The Kolmogorov-Smirnov statistic: the greatest distance between the distribution functions of
   * the sample and the law. The usual tables do not apply: they would accept too often, because the
   * law was fitted to the same sample.
   *
   * @return from 0 to 1
   */
  double kolmogorovSmirnov();

  /**
   * The Anderson-Darling statistic, which gives the tails more weight. The usual tables do not
   * apply here either.
   *
   * @return 0 or more; infinite where the law excludes a value of the sample
   */
  double andersonDarling();
}
