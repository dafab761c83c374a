package io.flowgauge.comparison;

import io.flowgauge.analysis.Measured;

/**
 * How a quantity of one group differs from that of the first. Immutable and thread-safe.
 *
 * @param absolute mean of the group less that of the first, in the quantity's unit
 * @param relative the same by the mean of the first; absent where that is 0
 * @param low lower end of the confidence interval of the absolute difference; absent if there are
 *     too few runs
 * @param high its upper end
 * @param pValue probability of a difference as large without any cause, by a t-test, with five runs
 *     or more in each group also by ranks (twice the smaller), corrected for the number of
 *     quantities tested; absent if there are too few runs
 * @param effectSize Hedges' g: the difference by the standard deviation of the runs, corrected for
 *     their small number; absent if there are too few runs, or no run differs from another
 * @param verdict what it means
 */
public record Difference(
    double absolute,
    Measured relative,
    Measured low,
    Measured high,
    Measured pValue,
    Measured effectSize,
    Verdict verdict) {
  /** What a difference means. Immutable and thread-safe. */
  public enum Verdict {
    /** It is larger than the differences among runs of one group make likely. */
    EXCEEDS_NOISE("exceeds the noise"),
    /** Runs of one group differ so much that it may be chance. */
    WITHIN_NOISE("within the noise"),
    /** There are not enough runs to tell: neither group has two. */
    ONE_RUN_EACH("one run each proves little"),
    /** No run of a group differs from another, so that the noise is not known. */
    NO_NOISE_SEEN("no run-to-run noise was seen"),
    /** There is no difference, and there is no noise. */
    EQUAL("equal in all runs");

    private final String label;

    Verdict(String label) {
      this.label = label;
    }

    /**
     * The verdict in words.
     *
     * @return a short phrase
     */
    public String label() {
      return label;
    }
  }
}
