package io.flowgauge.probabilistic.resubmission;

import io.flowgauge.prediction.Law;

/** Thrown for a timeout before which no job ends. */
final class TooShortException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  TooShortException(Law latency, double timeout) {
    super(
        "timeout must let some jobs end, but none of "
            + latency
            + " ends within "
            + timeout
            + " s");
  }
}
