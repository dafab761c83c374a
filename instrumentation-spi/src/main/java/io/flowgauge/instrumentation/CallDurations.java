package io.flowgauge.instrumentation;

import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * Durations of calls: their number, sum, extremes and histogram. Immutable and thread-safe.
 *
 * @param count number of calls that ended
 * @param totalNanos their sum, in nanoseconds
 * @param minNanos the shortest, in nanoseconds; empty if there is none
 * @param maxNanos the longest, in nanoseconds; empty if there is none
 * @param histogram calls by duration; each bucket ends where the next begins; empty if there is
 *     none
 */
public record CallDurations(
    long count,
    double totalNanos,
    OptionalDouble minNanos,
    OptionalDouble maxNanos,
    List<Bucket> histogram) {
  /** No calls. */
  public static final CallDurations NONE =
      new CallDurations(0, 0, OptionalDouble.empty(), OptionalDouble.empty(), List.of());

  /**
   * Calls of about the same duration.
   *
   * @param fromNanos the shortest, inclusive, in nanoseconds
   * @param toNanos the longest, exclusive, in nanoseconds; may be infinite
   * @param count how many calls
   */
  public record Bucket(double fromNanos, double toNanos, long count) {
    /**
     * Checks the parts.
     *
     * @param fromNanos the shortest
     * @param toNanos the longest
     * @param count how many calls
     * @throws IllegalArgumentException if the bounds are NaN, negative or not in order, or the
     *     count is negative
     */
    public Bucket {
      if (!(fromNanos >= 0 && fromNanos < toNanos) || count < 0) {
        throw new IllegalArgumentException(
            "not a bucket of durations: "
                + count
                + " calls from "
                + fromNanos
                + " to "
                + toNanos
                + " ns");
      }
    }
  }

  /**
   * Checks the parts and copies the histogram.
   *
   * @param count number of calls
   * @param totalNanos their sum
   * @param minNanos the shortest
   * @param maxNanos the longest
   * @param histogram calls by duration
   * @throws IllegalArgumentException if the count or the sum is negative or NaN, or there are
   *     extremes but no calls
   */
  public CallDurations {
    Objects.requireNonNull(minNanos, "minNanos");
    Objects.requireNonNull(maxNanos, "maxNanos");
    histogram = List.copyOf(histogram);
    if (count < 0 || !(totalNanos >= 0)) {
      throw new IllegalArgumentException(
          "counts and durations must not be negative: "
              + count
              + " calls of "
              + totalNanos
              + " ns");
    }
    if (count == 0 && (minNanos.isPresent() || maxNanos.isPresent())) {
      throw new IllegalArgumentException(
          "without calls there can be neither a shortest nor a longest duration");
    }
  }

  /**
   * Durations without a histogram.
   *
   * @param count number of calls, 1 or more
   * @param totalNanos their sum, in nanoseconds
   * @param minNanos the shortest, in nanoseconds
   * @param maxNanos the longest, in nanoseconds
   * @return the durations
   */
  public static CallDurations of(long count, double totalNanos, double minNanos, double maxNanos) {
    return new CallDurations(
        count, totalNanos, OptionalDouble.of(minNanos), OptionalDouble.of(maxNanos), List.of());
  }

  /**
   * Mean duration of a call.
   *
   * @return nanoseconds; empty if there is none
   */
  public OptionalDouble meanNanos() {
    return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(totalNanos / count);
  }

  @Override
  public String toString() {
    if (count == 0) {
      return "CallDurations[no calls]";
    }
    StringBuilder text = new StringBuilder("CallDurations[").append(count).append(" calls, total=");
    text.append(NanosText.of(totalNanos)).append(", mean=");
    text.append(NanosText.of(totalNanos / count));
    minNanos.ifPresent(nanos -> text.append(", min=").append(NanosText.of(nanos)));
    maxNanos.ifPresent(nanos -> text.append(", max=").append(NanosText.of(nanos)));
    return text.append(']').toString();
  }
}
