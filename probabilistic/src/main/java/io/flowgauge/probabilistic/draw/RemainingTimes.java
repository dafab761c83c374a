package io.flowgauge.probabilistic.draw;

import io.flowgauge.prediction.Law;
import java.util.Arrays;

/**
 * The remaining time of an activity that has been running for e seconds: {@code F^-1(F(e) + u (1 -
 * F(e))) - e}, where u is the random number from which its whole duration would be drawn. Immutable
 * and thread-safe.
 */
public final class RemainingTimes {
  private final DurationTables durations;
  private final Law law;
  private final int node;
  private final double elapsed;

  /**
   * Probability of running longer than the elapsed time: among all jobs, and among those that
   * finish.
   */
  private final double running;

  private final double survival;

  /**
   * Creates the remaining time of one activity.
   *
   * @param durations tables from which whole durations are drawn
   * @param law law of the whole duration in seconds
   * @param elapsed how many seconds it has been running, 0 or more
   */
  public RemainingTimes(DurationTables durations, Law law, int node, double elapsed) {
    this.durations = durations;
    this.law = law;
    this.node = node;
    this.elapsed = elapsed;
    // An activity that has just started may still take no time at all.
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
   * Returns the probability that the job finishes, given how long it has been running.
   *
   * @return a probability
   */
  public double finishing() {
    return isOverdue() ? 1 : 1 - Math.min(1, law.lostFraction() / running);
  }

  /**
   * Draws remaining times.
   *
   * @param bits probabilities in units of 2^-32, unsigned
   * @param out receives the times in seconds, 0 or more, one for each element of bits
   */
  public void fill(int[] bits, float[] out) {
    if (survival >= QuantileTable.LEAST) {
      durations.fillRemaining(node, bits, out, elapsed, survival);
      for (int k = 0; k < out.length; k++) {
        out[k] = Math.max(0, out[k]); // the error of tables may exceed the remaining time
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
