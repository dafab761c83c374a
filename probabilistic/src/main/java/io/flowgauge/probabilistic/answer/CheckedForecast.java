package io.flowgauge.probabilistic.answer;

import io.flowgauge.prediction.Forecast;
import java.util.Locale;

/** A forecast that checks what it is asked, and shows itself in one line. */
public abstract class CheckedForecast implements Forecast {
  private static final double SHOWN = 0.95;

  /** For subclasses. */
  protected CheckedForecast() {}

  /**
   * Checks the probability of a quantile.
   *
   * @param p to be above 0 and below 1
   * @return the same
   * @throws IllegalArgumentException if it is not
   */
  public static double requireProbability(double p) {
    if (!(p > 0 && p < 1)) {
      throw new IllegalArgumentException("quantile: p must be in (0, 1), but is " + p);
    }
    return p;
  }

  /**
   * Checks a deadline.
   *
   * @param deadlineSeconds any number, infinite ones too
   * @return the same
   * @throws IllegalArgumentException if it is NaN
   */
  public static double requireDeadline(double deadlineSeconds) {
    if (Double.isNaN(deadlineSeconds)) {
      throw new IllegalArgumentException("deadlineSeconds must be a number, but is NaN");
    }
    return deadlineSeconds;
  }

  @Override
  public final double quantile(double p) {
    return checkedQuantile(requireProbability(p));
  }

  @Override
  public final double probabilityWithin(double deadlineSeconds) {
    return checkedProbability(requireDeadline(deadlineSeconds));
  }

  /**
   * A quantile.
   *
   * @param p above 0 and below 1
   * @return the makespan in seconds
   */
  protected abstract double checkedQuantile(double p);

  /**
   * The probability to keep a deadline.
   *
   * @param deadlineSeconds a number
   * @return a probability
   */
  protected abstract double checkedProbability(double deadlineSeconds);

  @Override
  public final String toString() {
    return String.format(
        Locale.ROOT,
        "Forecast[mean=%.6g s, sd=%.6g s, q95=%.6g s, method=%s]",
        mean(),
        sd(),
        quantile(SHOWN),
        method());
  }
}
