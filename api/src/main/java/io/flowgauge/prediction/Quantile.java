package io.flowgauge.prediction;

/**
 * A time that is not exceeded with a given probability. Immutable and thread-safe.
 *
 * @param probability in (0, 1)
 * @param seconds the time
 */
public record Quantile(double probability, double seconds) {
  /**
   * Checks the components.
   *
   * @param probability in (0, 1)
   * @param seconds the time
   * @throws IllegalArgumentException if the probability is outside (0, 1), or the time is not
   *     finite
   */
  public Quantile {
    if (!(probability > 0 && probability < 1) || !Double.isFinite(seconds)) {
      throw new IllegalArgumentException(
          "quantile must be of a probability in (0, 1) and a finite time, but is "
              + probability
              + ", "
              + seconds
              + " s");
    }
  }
}
