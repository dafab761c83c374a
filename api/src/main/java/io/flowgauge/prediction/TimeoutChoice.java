package io.flowgauge.prediction;

import java.util.Optional;
import java.util.OptionalDouble;

/** The best timeout, if there is one. Implementations are immutable and thread-safe. */
public interface TimeoutChoice {

  /** Where the objective is smallest. Immutable and thread-safe. */
  enum Kind {
    /** At a finite timeout. */
    FINITE,
    /** Without a timeout: however long a job has waited, it is best to keep waiting. */
    NEVER,
    /**
     * Nowhere: the shorter the timeout, the better or at least no worse, down to 0. This is so for
     * exponential and other laws whose jobs never become more likely to end. Endless cancelling and
     * resubmitting is best only because it costs nothing; with a {@linkplain Resubmission#cost
     * cost} there is a finite best timeout.
     */
    VANISHING
  }

  /**
   * Where the objective is smallest.
   *
   * @return the kind
   */
  Kind kind();

  /**
   * The best timeout.
   *
   * @return seconds, or empty unless it is {@linkplain Kind#FINITE finite}
   */
  OptionalDouble timeoutSeconds();

  /**
   * The objective at the best timeout; without one, its value at the end of the searched range
   * towards which it falls.
   *
   * @return the least value found
   */
  double objective();

  /**
   * The timeouts around the best one that are at most one percent worse; minima are often flat.
   *
   * @return a part of the searched range, or empty unless the timeout is finite
   */
  Optional<Range> onePercentRange();

  /**
   * Law of the latency with this timeout.
   *
   * @return the law of J, or empty unless the timeout is finite
   */
  Optional<Law> law();

  /**
   * The choice in a sentence.
   *
   * @return one line
   */
  @Override
  String toString();
}
