package io.flowgauge.probabilistic.resubmission;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Resubmission;
import io.flowgauge.prediction.TimeoutChoice;
import io.flowgauge.probabilistic.answer.Arguments;
import io.flowgauge.probabilistic.law.Laws;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** Jobs with one law of latency that are resubmitted after a timeout. Immutable and thread-safe. */
public final class ResubmittedJobs implements Resubmission {
  private final Law latency;
  private final int copies;
  private final double cost;

  private ResubmittedJobs(Law latency, int copies, double cost) {
    this.latency = latency;
    this.copies = copies;
    this.cost = cost;
  }

  /**
   * Returns jobs that are submitted as a single copy, at no cost.
   *
   * @throws IllegalArgumentException if the latency can be negative
   */
  public static ResubmittedJobs of(Law latency) {
    if (latency.lower() < 0) {
      throw new IllegalArgumentException(
          "latency of resubmitted jobs must not be negative, but is "
              + latency
              + "; try clippedAtZero()");
    }
    return new ResubmittedJobs(Laws.known(latency), 1, 0);
  }

  @Override
  public Resubmission copies(int count) {
    Arguments.requireCount("copies", count);
    return new ResubmittedJobs(latency, count, cost);
  }

  @Override
  public Resubmission cost(double seconds) {
    return new ResubmittedJobs(latency, copies, Arguments.requireTime("cost", seconds));
  }

  @Override
  public Law timeout(double seconds) {
    return new ResubmittedLaw(latency, new Submissions(copies, seconds + cost, seconds));
  }

  @Override
  public Law delayed(double everySeconds, double timeoutSeconds) {
    return new ResubmittedLaw(latency, new Submissions(copies, everySeconds, timeoutSeconds));
  }

  @Override
  public TimeoutChoice bestTimeout(ToDoubleFunction<Law> objective) {
    Objects.requireNonNull(objective, "objective");
    return new TimeoutSearch(this, objective).choice(latency, cost > 0);
  }
}
