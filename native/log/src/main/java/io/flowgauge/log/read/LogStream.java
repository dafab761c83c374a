package io.flowgauge.log.read;

import io.flowgauge.log.StreamIdentity;
import java.util.Objects;
import java.util.Optional;

/**
 * A summary of one stream in a log, that is, of one thread. Immutable and thread-safe.
 *
 * @param source the process and thread, or empty if that part of the log is lost
 * @param events events that can be read
 * @param lost events that were written and cannot be read
 * @param dropped events that the writer dropped, by its own count
 * @param complete whether the log holds the end of the stream; if not, events after the last one
 *     may be missing
 */
public record LogStream(
    Optional<StreamIdentity> source, long events, long lost, long dropped, boolean complete) {
  /**
   * Checks the parts.
   *
   * @param source the process and thread
   * @param events events that can be read
   * @param lost events that cannot be read
   * @param dropped events that were not written
   * @param complete whether the end is there
   */
  public LogStream {
    Objects.requireNonNull(source, "source");
  }
}
