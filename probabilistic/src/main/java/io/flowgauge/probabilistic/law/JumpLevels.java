package io.flowgauge.probabilistic.law;

import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;

/**
 * The levels that a stepwise law reaches at its jumps, which make finding quantiles fast: a table
 * of quantiles needs thousands. Results equal those of {@link Crossing}. Immutable and thread-safe.
 */
final class JumpLevels {
  private final double[] times;
  private final double[] levels;

  /**
   * Computes the levels of jumps.
   *
   * @param times times of all jumps, ascending; not copied
   * @param level the level at a time; rises at jumps only
   */
  JumpLevels(double[] times, DoubleUnaryOperator level) {
    this.times = times;
    levels = DoubleStream.of(times).map(level).toArray();
  }

  /**
   * Finds the first jump at which a level is reached.
   *
   * @param from start of the search
   * @return the time of the jump; empty if it is the first jump, if it is before the start of the
   *     search, or if there is none
   */
  OptionalDouble reached(double level, double from) {
    int lo = 0;
    int hi = levels.length;
    while (lo < hi) {
      int mid = (lo + hi) >>> 1;
      if (levels[mid] - level >= 0) {
        hi = mid;
      } else {
        lo = mid + 1;
      }
    }
    boolean isFound = lo > 0 && lo < levels.length && times[lo] >= from;
    return isFound ? OptionalDouble.of(times[lo]) : OptionalDouble.empty();
  }
}
