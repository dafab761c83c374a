package io.flowgauge.history;

/**
 * There is no forecast, since there are activities of types that never ran. The times of a type say
 * nothing about those of another one: across the logs of many workflows they differ by factors of
 * twenty. {@link LearnedPrediction#basis()} says which types these are.
 */
public final class NoForecastException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  /**
   * Says what is not known.
   *
   * @param unknown a sentence for people to read
   */
  public NoForecastException(String unknown) {
    super(unknown);
  }
}
