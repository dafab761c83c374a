package io.flowgauge.prediction;

import java.util.Optional;
import java.util.OptionalDouble;

/** The timeout to choose, if there is a best one. Implementations are immutable. */
public interface TimeoutChoice {

  /** Where the objective is smallest. */
  enum Kind {
    /** At a timeout that can be named. */
    FINITE,
    /** Without any timeout: whoever waited so long should go on waiting. */
    NEVER,
    /**
     * Nowhere: the shorter the timeout the better, or at least no worse, down to 0, as for
     * exponential and other laws that never get more likely to end. To cancel and submit again
     * without end is only best because it costs nothing; {@link Resubmission#cost} gives a finite
     * timeout.
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
   * The objective there; where no timeout is best, its value at the end of the search it falls
   * towards.
   *
   * @return the least value found
   */
  double objective();

  /**
   * Minima are flat: the timeouts around the best one that are at most one percent worse.
   *
   * @return a range within what was searched, or empty unless the timeout is finite
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
