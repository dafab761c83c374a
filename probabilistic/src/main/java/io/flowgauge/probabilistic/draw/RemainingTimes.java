package io.flowgauge.probabilistic.draw;

import io.flowgauge.prediction.Law;
import java.util.Arrays;

/**
 * The rest of an activity that has been running for e: with the random number u that its whole
 * duration would be drawn by, {@code F^-1(F(e) + u (1 - F(e))) - e}. Immutable and thread-safe.
 */
public final class RemainingTimes {
  private final DurationTables durations;
  private final Law law;
  private final int node;
  private final double elapsed;

  /** Of all jobs and of those that finish. */
  private final double running;

  private final double survival;

  /**
   * The rest of one activity.
   *
   * @param durations what whole durations are drawn from
   * @param law of the whole duration in seconds
   * @param elapsed seconds that it has been running for, 0 or more
   */
  public RemainingTimes(DurationTables durations, Law law, int node, double elapsed) {
    this.durations = durations;
    this.law = law;
    this.node = node;
    this.elapsed = elapsed;
    // When nothing has passed, the activity may still turn out to take no time.
    running = elapsed == 0 ? 1 : law.survival(elapsed);
    survival = Math.max(0, (running - law.lostFraction()) / (1 - law.lostFraction()));
  }

  /**
   * Whether the activity has run longer than the law allows.
   *
   * @return whether the probability of that is 0
   */
  public boolean isOverdue() {
    return !(running > 0);
  }

  /**
   * Whether the job finishes, given how long it has been running.
   *
   * @return the probability of that
   */
  public double finishing() {
    return isOverdue() ? 1 : 1 - Math.min(1, law.lostFraction() / running);
  }

  /**
   * Draws what remains.
   *
   * @param bits probabilities in units of 2^-32, unsigned
   * @param out receives as many times in seconds, 0 or more
   */
  public void fill(int[] bits, float[] out) {
    if (survival >= QuantileTable.LEAST) {
      durations.fillRemaining(node, bits, out, elapsed, survival);
      for (int k = 0; k < out.length; k++) {
        out[k] = Math.max(0, out[k]); // tables may be off by more than what remains
      }
    } else if (survival > 0) {
      fillFarOut(bits, out);
    } else {
      Arrays.fill(out, 0);
    }
  }

  private void fillFarOut(int[] bits, float[] out) {
    double lost = law.lostFraction();
    for (int k = 0; k < out.length; k++) {
      double above = survival * QuantileSource.survival(bits[k]);
      out[k] = (float) Math.max(0, law.upperQuantile(lost + (1 - lost) * above) - elapsed);
    }
  }
}
