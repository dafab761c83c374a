package io.flowgauge.probabilistic.law;

import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;

/**
 * The levels that a stepwise law rises to at its jumps, to find quantiles by: a table of quantiles
 * asks for thousands. Gives exactly what {@link Crossing} finds. Immutable and thread-safe.
 */
final class JumpLevels {
  private final double[] times;
  private final double[] levels;

  /**
   * Levels of jumps.
   *
   * @param times of all jumps, ascending; not copied
   * @param level of a time; rises at jumps only
   */
  JumpLevels(double[] times, DoubleUnaryOperator level) {
    this.times = times;
    levels = DoubleStream.of(times).map(level).toArray();
  }

  /**
   * The first jump after which a level is reached.
   *
   * @param from where a search for it would begin
   * @return empty if that is no jump after the first one, nor after the begin of the search
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
