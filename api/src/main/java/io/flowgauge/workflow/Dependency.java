package io.flowgauge.workflow;

import java.util.Objects;

/**
 * A control or data dependency: {@code from} finishes before {@code to} starts. Immutable and
 * thread-safe.
 *
 * @param from id of the earlier activity
 * @param to id of the later activity
 */
public record Dependency(String from, String to) {
  /**
   * Checks the ids.
   *
   * @param from id of the earlier activity
   * @param to id of the later activity
   */
  public Dependency {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
  }

  @Override
  public String toString() {
    return from + " -> " + to;
  }
}
