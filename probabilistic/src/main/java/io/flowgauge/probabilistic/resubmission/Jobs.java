package io.flowgauge.probabilistic.resubmission;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Resubmission;
import io.flowgauge.prediction.TimeoutChoice;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** Jobs of one latency. Immutable and thread-safe. */
public final class Jobs implements Resubmission {
  private final Law latency;
  private final int copies;
  private final double cost;

  private Jobs(Law latency, int copies, double cost) {
    this.latency = latency;
    this.copies = copies;
    this.cost = cost;
  }

  /**
   * Jobs submitted one at a time, at no cost.
   *
   * @param latency latency of one submission
   * @return the jobs
   * @throws IllegalArgumentException if the latency can be negative
   */
  public static Jobs of(Law latency) {
    if (latency.lower() < 0) {
      throw new IllegalArgumentException(
          "latency must not be negative where jobs are resubmitted, but is "
              + latency
              + "; clippedAtZero() counts negative times as 0");
    }
    return new Jobs(latency, 1, 0);
  }

  @Override
  public Resubmission copies(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("copies must be 1 or more, but are " + count);
    }
    return new Jobs(latency, count, cost);
  }

  @Override
  public Resubmission cost(double seconds) {
    if (!(seconds >= 0 && seconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "cost must be 0 or more and finite, but is " + seconds + " s");
    }
    return new Jobs(latency, copies, seconds);
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
