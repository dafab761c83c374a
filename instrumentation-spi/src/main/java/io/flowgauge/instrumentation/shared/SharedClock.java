package io.flowgauge.instrumentation.shared;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Converts ticks of the shared memory to times. Immutable and thread-safe if the supplier is.
 *
 * @param ticksPerSecond above 0
 * @param ticks0 the tick count at a known moment
 */
public record SharedClock(double ticksPerSecond, long ticks0, Instant at0, LongSupplier now) {
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Checks the parts.
   *
   * @param ticksPerSecond above 0
   * @param ticks0 the tick count at a known moment
   * @throws IllegalArgumentException if {@code ticksPerSecond} is not above 0
   */
  public SharedClock {
    Objects.requireNonNull(at0, "at0");
    Objects.requireNonNull(now, "now");
    if (!(ticksPerSecond > 0)) {
      throw new IllegalArgumentException(
          "ticksPerSecond must be above 0, but is " + ticksPerSecond);
    }
  }

  /** Converts ticks, taken as unsigned, to nanoseconds. */
  double nanos(long ticks) {
    double unsigned = ticks >= 0 ? ticks : (double) (ticks >>> 1) * 2;
    return unsigned * (NANOS_PER_SECOND / ticksPerSecond);
  }

  /** Returns the nanoseconds between two moments; 0 if they are not in this order. */
  double between(long from, long to) {
    return to - from > 0 ? nanos(to - from) : 0;
  }

  /**
   * Returns the moment of a tick count; empty if it is neither between the given moments nor within
   * a second of them.
   */
  Optional<Instant> at(long ticks, Instant earliest, Instant latest) {
    double offset = (double) (ticks - ticks0) * (NANOS_PER_SECOND / ticksPerSecond);
    if (!(Math.abs(offset) < Long.MAX_VALUE)) {
      return Optional.empty();
    }
    Instant moment = at0.plusNanos((long) offset);
    boolean possible =
        !moment.isBefore(earliest.minusSeconds(1)) && !moment.isAfter(latest.plusSeconds(1));
    return possible ? Optional.of(moment) : Optional.empty();
  }
}
