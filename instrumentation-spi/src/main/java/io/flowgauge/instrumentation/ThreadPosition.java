package io.flowgauge.instrumentation;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Where a thread was at one moment. Immutable and thread-safe.
 *
 * @param thread its id in the system, or that of the Java thread
 * @param runs whether it ran; false if it waited, or was in a native method of a Java program
 * @param region the region it was in; empty if that is not known
 * @param callers regions that called it, the innermost first: read from its stack, where calls that
 *     have ended may have left traces, too
 * @param stopped how long it was stopped to find this position; zero if it was not
 */
public record ThreadPosition(
    long thread,
    boolean runs,
    Optional<CodeRegion> region,
    List<CodeRegion> callers,
    Duration stopped) {
  /**
   * Checks and copies the parts.
   *
   * @param thread its id in the system
   * @param runs whether it ran
   * @param region the region it was in
   * @param callers regions that called it
   * @param stopped how long it was kept from running
   */
  public ThreadPosition {
    Objects.requireNonNull(region, "region");
    callers = List.copyOf(callers);
    Objects.requireNonNull(stopped, "stopped");
  }
}
