package io.flowgauge.prediction;

import io.flowgauge.spi.PredictionProvider;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * Strategies of submitting a job again when it takes too long ([Glatard] §VI; Lingrand, Montagnat,
 * Glatard 2009).
 *
 * <pre>{@code
 * var latency = Law.lognormal(300, 300).withOutliers(0.16);
 * var jobs = Resubmission.of(latency).copies(2);
 * Law total = jobs.timeout(900);
 * Flowgauge.predict().services(4, total).mode(Mode.DP).dataSegments(126).forecast();
 * jobs.bestTimeout(Law::mean).timeoutSeconds();
 * }</pre>
 *
 * <p>Jobs are independent of one another, including copies and resubmissions of one job. Immutable
 * and thread-safe: each method returns a new object and leaves this one unchanged.
 */
public interface Resubmission {

  /**
   * Resubmission of jobs one at a time, at no cost.
   *
   * @param latency latency of one submission; a lost fraction never ends
   * @return the resubmission
   * @throws IllegalArgumentException if the latency can be negative
   */
  static Resubmission of(Law latency) {
    return PredictionProvider.installed().resubmission(Objects.requireNonNull(latency, "latency"));
  }

  /**
   * Submits several copies at once; the first one to end counts, and the others are cancelled.
   *
   * @param copies how many, 1 or more; by default 1
   * @return the resubmission with that many copies
   * @throws IllegalArgumentException if the number is below 1
   */
  Resubmission copies(int copies);

  /**
   * Sets the time that cancelling and submitting again takes, between a timeout and the next
   * submission.
   *
   * @param seconds 0 or more; by default 0
   * @return the resubmission at that cost
   * @throws IllegalArgumentException if the cost is negative, infinite or NaN
   */
  Resubmission cost(double seconds);

  /**
   * The law of the latency J until a submission ends before its timeout: {@code P(J > m (T + c) +
   * u) = S(T)^m S(min(u, T))} with timeout T, cost c and {@code S = (1 - F)^b} for b copies.
   *
   * @param seconds timeout, above 0
   * @return the law of J, to use in place of the latency
   * @throws IllegalArgumentException if the timeout is not above 0 or not finite, or no job ends
   *     before it
   */
  Law timeout(double seconds);

  /**
   * The law of the latency J if another copy is submitted at regular intervals while earlier ones
   * go on, each until its own timeout: {@code P(J > t) = Π_k S(min(t - k t0, T))} over all {@code k
   * t0 <= t}. There is no cost, because no submission waits for a cancellation.
   *
   * @param everySeconds time t0 between submissions, above 0
   * @param timeoutSeconds age T at which a copy is cancelled, above 0
   * @return law of J
   * @throws IllegalArgumentException if a time is not above 0 or not finite, the timeout is more
   *     than 100 times the interval, or no job ends before the timeout
   */
  Law delayed(double everySeconds, double timeoutSeconds);

  /**
   * The timeout that minimises an objective: {@code Law::mean}, a quantile of the latency, or the
   * mean or a quantile of a makespan. The search covers the range from the shortest to the longest
   * latencies that occur, first on a grid, so that it finds the best of several local minima.
   *
   * @param objective what to minimise, computed from the law of J; infinite if it does not exist
   * @return the choice
   * @throws IllegalArgumentException if the objective is NaN
   */
  TimeoutChoice bestTimeout(ToDoubleFunction<Law> objective);
}
