package io.flowgauge.probabilistic.order;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * The jumps of a distribution before and after it was moved or stretched, so that rounding takes no
 * time past a jump: one that was moved and is moved back may be a little before itself. Immutable
 * and thread-safe.
 */
public final class MovedJumps {
  private final double[] before;
  private final double[] after;

  /**
   * Moves jumps.
   *
   * @param jumps times in seconds, ascending; not to be changed
   * @param move where a time is moved to, in the same order
   */
  public MovedJumps(double[] jumps, DoubleUnaryOperator move) {
    before = jumps;
    after = Arrays.stream(jumps).map(move).toArray();
  }

  /** The jumps where they are now: times in seconds, ascending and distinct. */
  public double[] times() {
    return Arrays.stream(after).distinct().toArray();
  }

  /**
   * Corrects a time that was moved back.
   *
   * @param t the time as it is now, in seconds
   * @return the time moved back, after as many jumps as it is now
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
