package io.flowgauge.probabilistic.answer;

import io.flowgauge.prediction.Law;
import io.flowgauge.workflow.Workflow;
import java.util.Objects;

/** Checks arguments of predictions. Each check returns its argument. */
public final class Arguments {
  /**
   * The longest accepted time. Its square, and sums of many such times, are still finite numbers.
   */
  public static final double MOST_SECONDS = 1e100;

  private Arguments() {}

  /**
   * Checks the probability of a quantile.
   *
   * @param p must be above 0 and below 1
   * @return the probability
   * @throws IllegalArgumentException if it is not
   */
  public static double requireProbability(double p) {
    if (!(p > 0 && p < 1)) {
      throw new IllegalArgumentException("quantile: p must be in (0, 1), but is " + p);
    }
    return p;
  }

  /**
   * Checks a deadline.
   *
   * @throws IllegalArgumentException if it is NaN
   */
  public static double requireDeadline(double deadlineSeconds) {
    if (Double.isNaN(deadlineSeconds)) {
      throw new IllegalArgumentException("deadlineSeconds must be a number, but is NaN");
    }
    return deadlineSeconds;
  }

  /**
   * Checks a count.
   *
   * @param count must be 1 or more
   * @throws IllegalArgumentException if it is below 1
   */
  public static long requireCount(String name, long count) {
    if (count < 1) {
      throw new IllegalArgumentException(name + " must be 1 or more, but is " + count);
    }
    return count;
  }

  /**
   * Checks a time.
   *
   * @param seconds must be 0 to {@link #MOST_SECONDS}
   * @throws IllegalArgumentException if it is not
   */
  public static double requireTime(String name, double seconds) {
    if (!(seconds >= 0 && seconds <= MOST_SECONDS)) {
      throw new IllegalArgumentException(
          name + " must be 0 to " + MOST_SECONDS + " s, but is " + seconds + " s");
    }
    return seconds;
  }

  /**
   * Checks the time at which a run in progress is forecast.
   *
   * @param nowSeconds must be finite and not before the last event
   * @param lastSeconds the time of that event
   * @throws IllegalArgumentException if it is not
   */
  public static void requireNow(double nowSeconds, double lastSeconds) {
    if (!(nowSeconds >= lastSeconds && nowSeconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "now must be finite and not before the last event at "
              + lastSeconds
              + " s, but is "
              + nowSeconds
              + " s");
    }
  }

  /**
   * Checks the law of a site load, a factor by which all times of a site are multiplied.
   *
   * @throws IllegalArgumentException if it has values below 0, atoms or lost jobs
   */
  public static Law requireSiteLoad(Law factor) {
    if (!(factor.lower() >= 0) || factor.hasAtoms() || factor.lostFraction() > 0) {
      throw new IllegalArgumentException(
          "siteLoad must be a law of positive values without atoms or lost jobs, but is " + factor);
    }
    return factor;
  }

  /**
   * Checks the id of an activity.
   *
   * @return its index in the workflow
   * @throws IllegalArgumentException if the workflow has no such activity
   */
  public static int requireActivity(Workflow workflow, String activity) {
    int index = workflow.indexOf(Objects.requireNonNull(activity, "activity"));
    if (index < 0) {
      throw new IllegalArgumentException(
          "workflow " + workflow.name() + " has no activity " + activity);
    }
    return index;
  }

  /** Returns the exception for an activity that finishes before it starts. */
  public static IllegalArgumentException finishedBeforeStart(String activity, double atSeconds) {
    return new IllegalArgumentException(
        "activity "
            + activity
            + " must not finish before it starts, but does at "
            + atSeconds
            + " s");
  }
}
