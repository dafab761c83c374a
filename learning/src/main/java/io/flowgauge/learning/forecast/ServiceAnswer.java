package io.flowgauge.learning.forecast;

import io.flowgauge.learning.service.ServiceEstimate;
import io.flowgauge.learning.service.ServiceQuantiles;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.probabilistic.answer.Answer;

/**
 * The service time of an activity. Its mean and standard deviation are those of evenly spread
 * quantiles.
 */
final class ServiceAnswer implements Answer {
  private static final int CELLS = 1024;

  /**
   * Number of times that an interval of probabilities is halved, until it is as fine as doubles
   * near 1.
   */
  private static final int HALVINGS = 52;

  private final ServiceEstimate estimate;
  private final ServiceQuantiles law;

  ServiceAnswer(ServiceEstimate estimate, ServiceQuantiles law) {
    this.estimate = estimate;
    this.law = law;
  }

  @Override
  public double mean() {
    double sum = 0;
    for (int k = 0; k < CELLS; k++) {
      sum += quantile((k + 0.5) / CELLS);
    }
    return sum / CELLS;
  }

  @Override
  public double sd() {
    double mean = mean();
    double squares = 0;
    for (int k = 0; k < CELLS; k++) {
      double off = quantile((k + 0.5) / CELLS) - mean;
      squares += off * off;
    }
    return Math.sqrt(squares / CELLS);
  }

  @Override
  public double quantile(double p) {
    return law.seconds(estimate, p);
  }

  @Override
  public double cdf(double t) {
    double lower = 0;
    double upper = 1;
    for (int k = 0; k < HALVINGS; k++) {
      double middle = (lower + upper) / 2;
      if (quantile(middle) <= t) {
        lower = middle;
      } else {
        upper = middle;
      }
    }
    return upper;
  }

  @Override
  public String method() {
    return "law of log time learned from history";
  }

  @Override
  public ForecastError.Kind kind() {
    return ForecastError.Kind.ESTIMATE;
  }

  @Override
  public double relativeError() {
    return 1.0 / CELLS;
  }
}
