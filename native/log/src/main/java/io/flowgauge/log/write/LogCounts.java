package io.flowgauge.log.write;

import java.util.Objects;
import java.util.Optional;

/**
 * Counts what happened to the events of a log. An event that goes to two destinations counts twice.
 * Immutable and thread-safe.
 *
 * @param written events handed to the operating system
 * @param dropped events that were not and will not be written: their ring was full, they were too
 *     long, or nothing more could be written when the log was closed
 * @param bytes bytes handed to the operating system
 * @param failure why the last attempt to write failed, or empty if it succeeded
 */
public record LogCounts(long written, long dropped, long bytes, Optional<String> failure) {
  /**
   * Checks the parts.
   *
   * @param written events written
   * @param dropped events dropped
   * @param bytes bytes written
   * @param failure the last failure
   */
  public LogCounts {
    Objects.requireNonNull(failure, "failure");
  }

  LogCounts withFailure(Optional<String> other) {
    return new LogCounts(written, dropped, bytes, other);
  }

  /** Returns the sum; of two failures, the first is kept. */
  LogCounts plus(DestinationCounts more) {
    return new LogCounts(
        written + more.written(),
        dropped + more.dropped(),
        bytes + more.bytes(),
        failure.or(more::failure));
  }
}
