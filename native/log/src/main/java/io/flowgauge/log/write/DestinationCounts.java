package io.flowgauge.log.write;

import java.util.Objects;
import java.util.Optional;

/**
 * Counts what happened to the events at one destination of a log. Immutable and thread-safe.
 *
 * @param to the destination, as the trigger file names it
 * @param written events handed to the operating system
 * @param dropped events that were not written and never will be: the destination or the disk did
 *     not take them in time, or the ring of their thread was full. Whether the destination would
 *     have wanted events that found the ring full is unknown
 * @param bytes bytes handed to the operating system
 * @param failure why the last attempt to write failed, or empty if it succeeded
 */
public record DestinationCounts(
    String to, long written, long dropped, long bytes, Optional<String> failure) {
  /**
   * Checks the parts.
   *
   * @param to the destination
   * @param written events written
   * @param dropped events dropped
   * @param bytes bytes written
   * @param failure the last failure
   */
  public DestinationCounts {
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(failure, "failure");
  }

  DestinationCounts withoutFailure() {
    return new DestinationCounts(to, written, dropped, bytes, Optional.empty());
  }
}
