package io.flowgauge.probabilistic.order;

/**
 * Where a density jumps repeatedly, as that of a resubmitted job does. Polynomials would need a
 * panel for each corner. Implementations are immutable and thread-safe.
 */
public interface Corners {

  /** Seconds from one corner to the next of its kind; 0 if the density has no such corners. */
  double cornerPeriod();

  /** Seconds from the lower end to the first corner of the other kind. */
  double cornerOffset();

  /** Seconds from the lower end to corners of the first kind, each less than a period. */
  default double[] cornerPhases() {
    return new double[1];
  }
}
