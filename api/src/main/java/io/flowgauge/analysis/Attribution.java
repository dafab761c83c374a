package io.flowgauge.analysis;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Assigns every nanosecond of the makespan to exactly one class, along the realised critical path
 * (definitions, "Attribution").
 *
 * <p>{@code idealNanos + Σ overheadNanos = makespanNanos}, exactly. Without event times in the
 * input, the path is an estimate, the longest by processing times; the part of the stated makespan
 * that it does not explain is {@link OverheadClass#UNIDENTIFIED}. Immutable and thread-safe.
 */
public interface Attribution {

  /**
   * The makespan attributed.
   *
   * @return nanoseconds
   */
  long makespanNanos();

  /**
   * Useful time on the critical path.
   *
   * @return nanoseconds
   */
  long idealNanos();

  /**
   * Time of a class, whether leaf or inner.
   *
   * @param overhead the class
   * @return nanoseconds, 0 if nothing was attributed to it
   */
  long overheadNanos(OverheadClass overhead);

  /**
   * The leaf classes to which time was attributed.
   *
   * @return nanoseconds by class, in order of declaration, without zeros
   */
  Map<OverheadClass, Long> classes();

  /**
   * The critical path.
   *
   * @return activities from the first to the last, each with its share
   */
  List<PathStep> criticalPath();

  /**
   * Whether the critical path is an estimate, the longest by processing times, because the input
   * has no event times.
   *
   * @return false for a realised path
   */
  boolean isEstimated();

  /**
   * Slack: how much later an activity could have completed without delaying the end of the run, all
   * other durations and gaps unchanged.
   *
   * @param index index of the activity
   * @return nanoseconds, 0 or more; empty if the activity has no known end
   * @throws IndexOutOfBoundsException if the index is out of range
   */
  OptionalLong slackNanos(int index);
}
