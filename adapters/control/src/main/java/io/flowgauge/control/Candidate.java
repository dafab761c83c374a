package io.flowgauge.control;

import io.flowgauge.analysis.RunReport;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * An activity that runs and could be looked into. Immutable.
 *
 * @param activity its id
 * @param type its type
 * @param seconds how long its attempt has been running
 * @param usualSeconds how long 95 of 100 like it take at most, by the forecast; empty if nothing of
 *     its type is known
 * @param isCritical whether the rest of the run is expected to take longest through it
 * @param examined how many activities of its type were looked into so far
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
   * @return false if nothing of its type is known
   */
  public boolean isLate() {
    return usualSeconds.isPresent() && seconds > usualSeconds.getAsDouble();
  }
}
