package io.flowgauge.resources;

import java.util.Objects;

/**
 * The processors that the threads of a process may use, in one interval. Immutable and thread-safe.
 *
 * @param numbers their numbers, such as {@code 0-3,7}; empty if not known yet
 * @param atOnce how many of them may be used at once, which a quota of the control group may limit
 * @param idleSeconds how long they were idle, in total
 */
public record UsableProcessors(String numbers, double atOnce, double idleSeconds) {
  static final UsableProcessors UNKNOWN = new UsableProcessors("", 0, 0);

  /**
   * Checks that nothing is null.
   *
   * @param numbers which
   * @param atOnce how many
   * @param idleSeconds how long they were idle
   */
  public UsableProcessors {
    Objects.requireNonNull(numbers, "numbers");
  }
}
