package io.flowgauge.probabilistic.order;

/**
 * The times at which a density jumps repeatedly, as that of a resubmitted job does. Polynomials
 * would need a panel for each such corner. Implementations are immutable and thread-safe.
 */
public interface Corners {

  /**
   * Returns the seconds from one corner to the next of its kind; 0 if the density has no corners.
   */
  double cornerPeriod();

  /** Returns the seconds from the lower end to the first corner of the second kind. */
  double cornerOffset();

  /**
   * Returns the seconds from the lower end to corners of the first kind, each less than a period.
   */
  default double[] cornerPhases() {
    return new double[1];
  }
}
