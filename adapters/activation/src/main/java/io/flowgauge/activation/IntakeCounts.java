package io.flowgauge.activation;

import java.util.Objects;
import java.util.Optional;

/**
 * What an activation service has received from applications since it was opened. Immutable and
 * thread-safe.
 *
 * @param blocks sound blocks
 * @param events events in them
 * @param damaged blocks that were damaged, and connections that were closed because what came was
 *     no block
 * @param failure why the service could not keep its own records the last time, or empty if it could
 */
public record IntakeCounts(long blocks, long events, long damaged, Optional<String> failure) {
  /**
   * Checks the parts.
   *
   * @param blocks sound blocks
   * @param events events
   * @param damaged damaged blocks
   * @param failure the last failure
   */
  public IntakeCounts {
    Objects.requireNonNull(failure, "failure");
  }
}
