package io.flowgauge.probabilistic.order;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * The jumps of a distribution before and after it was shifted or scaled. They prevent rounding from
 * moving a time across a jump: a time that is mapped forth and back may end up slightly before
 * itself. Immutable and thread-safe.
 */
public final class MovedJumps {
  private final double[] before;
  private final double[] after;

  /**
   * Maps jumps.
   *
   * @param jumps times in seconds, ascending; not copied
   * @param move the mapping of times, which must not change their order
   */
  public MovedJumps(double[] jumps, DoubleUnaryOperator move) {
    before = jumps;
    after = Arrays.stream(jumps).map(move).toArray();
  }

  /** Returns the mapped jumps: times in seconds, ascending and distinct. */
  public double[] times() {
    return Arrays.stream(after).distinct().toArray();
  }

  /**
   * Corrects a time that was mapped back.
   *
   * @param t the mapped time, in seconds
   * @param back the same time mapped back, in seconds
   * @return the time mapped back, corrected so that it lies after the same jumps as t
   */
  public double corrected(double t, double back) {
    int next = firstAfter(t);
    double from = next == 0 ? back : Math.max(back, before[next - 1]);
    return next == before.length ? from : Math.min(from, Math.nextDown(before[next]));
  }

  private int firstAfter(double t) {
    int lo = 0;
    int hi = after.length;
    while (lo < hi) {
      int mid = (lo + hi) >>> 1;
      if (after[mid] <= t) {
        lo = mid + 1;
      } else {
        hi = mid;
      }
    }
    return lo;
  }
}
