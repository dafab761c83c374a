package io.flowgauge.control;

import io.flowgauge.analysis.RunReport;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * A running activity that could be examined. Immutable.
 *
 * @param activity its id
 * @param type its type
 * @param seconds how long its attempt has been running
 * @param usualSeconds how long 95 of 100 like it take at most, by the forecast; empty if nothing is
 *     known about its type
 * @param isCritical whether it lies on the path expected to take longest in the rest of the run
 * @param examined number of activities of its type examined so far
 * @param report the run so far
 */
public record Candidate(
    String activity,
    String type,
    double seconds,
    OptionalDouble usualSeconds,
    boolean isCritical,
    int examined,
    RunReport report) {
  /**
   * Checks the parts.
   *
   * @param activity its id
   * @param type its type
   * @param seconds how long it has been running
   * @param usualSeconds how long it was expected to take
   * @param isCritical whether it is critical
   * @param examined how many of its type were looked into
   * @param report the run
   */
  public Candidate {
    Objects.requireNonNull(activity, "activity");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(usualSeconds, "usualSeconds");
    Objects.requireNonNull(report, "report");
  }

  Candidate withExamined(int number) {
    return number == examined
        ? this
        : new Candidate(activity, type, seconds, usualSeconds, isCritical, number, report);
  }

  /**
   * Whether it takes longer than 95 of 100 like it.
   *
   * @return false if nothing is known about its type
   */
  public boolean isLate() {
    return usualSeconds.isPresent() && seconds > usualSeconds.getAsDouble();
  }
}
