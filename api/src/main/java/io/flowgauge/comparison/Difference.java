package io.flowgauge.comparison;

import io.flowgauge.analysis.Measured;

/**
 * How a quantity of one group differs from that of the first group. Immutable and thread-safe.
 *
 * @param absolute mean of the group minus that of the first, in the quantity's unit
 * @param relative {@code absolute} divided by the mean of the first, without its sign; absent if
 *     that mean is 0
 * @param low lower end of the confidence interval of the absolute difference; absent if there are
 *     too few runs, or the runs of each group are all equal
 * @param high its upper end
 * @param pValue probability of a difference this large by chance alone, corrected for the number of
 *     quantities tested. It is the larger one of Welch's and Student's t-tests; with five or more
 *     runs in each group, it is twice the smaller of that and the probability from a rank test.
 *     Absent like the interval
 * @param effectSize Hedges' g: the difference divided by the standard deviation of the runs (the
 *     root of the mean of both variances), corrected for their small number; absent like the
 *     interval, and if only two runs show how much runs vary
 * @param verdict what the difference means
 */
public record Difference(
    double absolute,
    Measured relative,
    Measured low,
    Measured high,
    Measured pValue,
    Measured effectSize,
    Verdict verdict) {
  /** The verdict on a difference. Immutable and thread-safe. */
  public enum Verdict {
    /** Larger than the variation among runs of one group makes likely. */
    EXCEEDS_NOISE("exceeds the noise"),
    /** Possibly chance: runs of one group differ about as much. */
    WITHIN_NOISE("within the noise"),
    /** Undecided: neither group has two runs. */
    ONE_RUN_EACH("one run each proves little"),
    /** All runs within each group are equal, so the noise is unknown. */
    NO_NOISE_SEEN("no run-to-run noise was seen"),
    /** No difference between the groups, and no noise within them. */
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
