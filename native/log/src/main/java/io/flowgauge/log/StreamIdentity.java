package io.flowgauge.log;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Where the events of a stream come from. Immutable and thread-safe.
 *
 * @param host name of the machine
 * @param program name of the program
 * @param processId id the operating system gave the process
 * @param processStart when the process began, or empty if unknown
 * @param threadId id of the thread, 0 if many threads share the stream
 * @param thread name of the thread when it first logged
 */
public record StreamIdentity(
    String host,
    String program,
    long processId,
    Optional<Instant> processStart,
    long threadId,
    String thread) {
  /**
   * Checks the parts.
   *
   * @param host name of the machine
   * @param program name of the program
   * @param processId id of the process
   * @param processStart when the process began
   * @param threadId id of the thread
   * @param thread name of the thread
   */
  public StreamIdentity {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(program, "program");
    Objects.requireNonNull(processStart, "processStart");
    Objects.requireNonNull(thread, "thread");
  }

  @Override
  public String toString() {
    return host + "/" + program + "[" + processId + "]/" + thread;
  }
}
