package io.flowgauge.prediction;

import io.flowgauge.spi.RunningPredictionProvider;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * Submitting a job again when it takes too long ([Glatard] §VI; Lingrand, Montagnat, Glatard 2009).
 *
 * <pre>{@code
 * var latency = Law.lognormal(300, 300).withOutliers(0.16);
 * var jobs = Resubmission.of(latency).copies(2);
 * Law total = jobs.timeout(900);
 * Flowgauge.predict().services(4, total).mode(Mode.DP).dataSegments(126).forecast();
 * jobs.bestTimeout(Law::mean).timeoutSeconds();
 * }</pre>
 *
 * <p>Jobs are independent of one another, copies and resubmissions of one job too. Immutable and
 * thread-safe: each method gives another object and leaves this one as it was.
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
    return RunningPredictionProvider.installed()
        .resubmission(Objects.requireNonNull(latency, "latency"));
  }

  /**
   * Submits several copies at once; the first one to end counts, and the others are cancelled.
   *
   * @param copies how many, 1 or more; at first 1
   * @return the resubmission of that many copies
   * @throws IllegalArgumentException if the number is below 1
   */
  Resubmission copies(int copies);

  /**
   * The time it takes to cancel and submit again: it passes between a timeout and the next
   * submission.
   *
   * @param seconds 0 or more; at first 0
   * @return the resubmission at that cost
   * @throws IllegalArgumentException if the cost is negative, infinite or NaN
   */
  Resubmission cost(double seconds);

  /**
   * Latency J until a submission ends in time: {@code P(J > m (T + c) + u) = S(T)^m S(min(u, T))}
   * with timeout T, cost c and {@code S = (1 - F)^b} for b copies.
   *
   * @param seconds timeout, above 0
   * @return law of J, to be used in place of the latency
   * @throws IllegalArgumentException if the timeout is not above 0 or not finite, or no job ends
   *     before it
   */
  Law timeout(double seconds);

  /**
   * Latency J where a further copy is submitted at regular times, the earlier ones living on, each
   * up to a timeout of its own: {@code P(J > t) = Π_k S(min(t - k t0, T))} over all {@code k t0 <=
   * t}. There is no cost: nobody waits for a cancellation.
   *
   * @param everySeconds time t0 between submissions, above 0
   * @param timeoutSeconds age T at which a copy is cancelled, above 0
   * @return law of J
   * @throws IllegalArgumentException if a time is not above 0 or not finite, the timeout is more
   *     than 100 times the other, or no job ends before the timeout
   */
  Law delayed(double everySeconds, double timeoutSeconds);

  /**
   * The timeout that makes something smallest: {@code Law::mean}, a quantile of the latency, or the
   * mean or a quantile of a makespan. The minimum is looked for from the shortest to the longest
   * latencies that occur, on a grid first, so that the best of several local minima is found.
   *
   * @param objective what is to be small, computed from the law of J; infinite where it does not
   *     exist
   * @return the choice
   * @throws IllegalArgumentException if the objective is NaN
   */
  TimeoutChoice bestTimeout(ToDoubleFunction<Law> objective);
}
