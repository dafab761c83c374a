package io.flowgauge.prediction;

/**
 * A law fitted to a sample by greatest likelihood, and how well it fits. Implementations are
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
   * Akaike's criterion {@code 2 k - 2 ln L}: among fits of one sample the smallest is the best.
   *
   * @return any number
   */
  double aic();

  /**
   * Schwarz's criterion {@code k ln n - 2 ln L}, which is harder on parameters.
   *
   * @return any number
   */
  double bic();

  /**
   * Kolmogorov and Smirnov's statistic: the greatest distance between the distribution functions of
   * sample and law. The usual tables do not hold for it, as the law was fitted to the same sample:
   * they would accept too often.
   *
   * @return from 0 to 1
   */
  double kolmogorovSmirnov();

  /**
   * Anderson and Darling's statistic, which weighs the tails more. The same caution holds.
   *
   * @return 0 or more; infinite where the law excludes a value of the sample
   */
  double andersonDarling();
}
