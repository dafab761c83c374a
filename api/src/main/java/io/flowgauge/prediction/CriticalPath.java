package io.flowgauge.prediction;

import io.flowgauge.internal.NoNulls;
import java.util.List;

/**
 * A path of dependent activities and how often it is the longest. Immutable and thread-safe.
 *
 * @param activities ids from the first activity to the last
 * @param probability fraction of samples in which it is the longest, in (0, 1]
 */
public record CriticalPath(List<String> activities, double probability) {
  /**
   * Copies the list.
   *
   * @param activities ids from the first activity to the last
   * @param probability fraction of samples in which it is the longest, in (0, 1]
   * @throws IllegalArgumentException if the probability is outside (0, 1]
   */
  public CriticalPath {
    activities = NoNulls.copy(activities, "activities");
    if (!(probability > 0 && probability <= 1)) {
      throw new IllegalArgumentException("probability must be in (0, 1], but is " + probability);
    }
  }
}
