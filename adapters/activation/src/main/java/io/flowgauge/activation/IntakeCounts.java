package io.flowgauge.activation;

import java.util.Objects;
import java.util.Optional;

/**
 * Counts of what an activation service has received from applications since it was opened.
 * Immutable and thread-safe.
 *
 * @param blocks undamaged blocks
 * @param events events in them
 * @param damaged blocks that were damaged, and connections closed because they sent something other
 *     than blocks
 * @param failure why the last attempt to write the service's own records failed, or empty if it
 *     succeeded
 */
public record IntakeCounts(long blocks, long events, long damaged, Optional<String> failure) {
  /**
   * Checks the parts.
   *
   * @param blocks undamaged blocks
   * @param events events
   * @param damaged damaged blocks
   * @param failure the last failure
   */
  public IntakeCounts {
    Objects.requireNonNull(failure, "failure");
  }
}
