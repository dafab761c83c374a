package io.flowgauge.analysis;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Every nanosecond of the makespan in exactly one class, along the realised critical path (SPEC
 * §4.6).
 *
 * <p>{@code idealNanos + Σ overheadNanos = makespanNanos}, exactly. Where the input has no event
 * times the path is the estimated one, the longest by processing times, and what it does not
 * explain of the stated makespan is {@link OverheadClass#UNIDENTIFIED}. Immutable and thread-safe.
 */
public interface Attribution {

  /**
   * The time that is attributed.
   *
   * @return nanoseconds
   */
  long makespanNanos();

  /**
   * Useful time.
   *
   * @return nanoseconds
   */
  long idealNanos();

  /**
   * Time of a class, leaf or inner.
   *
   * @param overhead the class
   * @return nanoseconds, 0 if nothing was attributed to it
   */
  long overheadNanos(OverheadClass overhead);

  /**
   * The leaves that got time.
   *
   * @return nanoseconds by class, in order of the classes, zeros left out
   */
  Map<OverheadClass, Long> classes();

  /**
   * The critical path.
   *
   * @return activities from the first to the last, each with its share
   */
  List<PathStep> criticalPath();

  /**
   * Whether the path is the longest by processing times, for want of event times.
   *
   * @return false for a realised path
   */
  boolean isEstimated();

  /**
   * Slack: how much later an activity could have completed without moving the end of the run, all
   * other durations and gaps kept.
   *
   * @param index index of the activity
   * @return nanoseconds, 0 or more; empty if the activity has no known end
   * @throws IndexOutOfBoundsException if the index is out of range
   */
  OptionalLong slackNanos(int index);
}
