package io.flowgauge.runlog;

import java.util.Objects;

/**
 * A run, or a part of one, in a log. Immutable and thread-safe.
 *
 * @param id its id
 * @param name its name
 */
public record LoggedRun(String id, String name) {
  /**
   * Checks that neither is null.
   *
   * @param id its id
   * @param name its name
   */
  public LoggedRun {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(name, "name");
  }

  @Override
  public String toString() {
    return name.isEmpty() ? id : id + " (" + name + ")";
  }
}
