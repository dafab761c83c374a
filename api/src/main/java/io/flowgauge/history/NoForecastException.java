package io.flowgauge.history;

/**
 * Thrown when there is no forecast, because activities have types that never ran. The times of one
 * type say nothing about those of another: across the logs of many workflows they differ by factors
 * of twenty. {@link LearnedPrediction#basis()} says which types never ran.
 */
public final class NoForecastException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception.
   *
   * @param unknown what is unknown, as a sentence
   */
  public NoForecastException(String unknown) {
    super(unknown);
  }
}
