package io.flowgauge.probabilistic.order;

/** Logarithms of complements, without cancellation. Stateless and thread-safe. */
final class Logs {
  private static final double LN_2 = Math.log(2);

  private Logs() {}

  /** {@code ln(1 - e^a)} for a at most 0. */
  static double log1mExp(double a) {
    return a > -LN_2 ? Math.log(-Math.expm1(a)) : Math.log1p(-Math.exp(a));
  }
}
