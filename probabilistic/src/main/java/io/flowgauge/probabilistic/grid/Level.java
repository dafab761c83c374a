package io.flowgauge.probabilistic.grid;

import io.flowgauge.probabilistic.fourier.Spectrum;
import java.util.Arrays;

/**
 * The survival function of a sum at the boundaries of cells of one width, with the mass in each
 * cell of a law concentrated in the middle of the cell. The error is proportional to the square of
 * the width. Used once.
 */
final class Level {
  private final Terms terms;
  private final int parts;
  private final int cells;

  /**
   * Creates a level.
   *
   * @param parts number of cells per cell of the layout
   */
  Level(Terms terms, int parts) {
    this.terms = terms;
    this.parts = parts;
    cells = parts * terms.layout().cells();
  }

  /**
   * Returns the survival function at the nodes from the origin on, one more than there are cells.
   */
  double[] survivals() {
    double[] masses = terms.layout().renews() ? renewed() : convolved();
    double[] survivals = new double[cells + 1];
    // Each mass lies in the middle of a cell, so their sum lies half a cell further on per term.
    int ahead = terms.count() / 2;
    boolean isOnNodes = terms.count() % 2 == 0;
    double after = 0;
    for (int k = cells; k >= 0; k--) {
      int place = k - ahead;
      double mass = place >= 0 && place < masses.length ? masses[place] : 0;
      survivals[k] = place < 0 ? 1 : isOnNodes ? after + mass / 2 : after + mass;
      after += mass;
    }
    return survivals;
  }

  private double[] convolved() {
    int points = Integer.highestOneBit(2 * cells - 1);
    Spectrum sum = Spectrum.ofEmptySum(points);
    terms.forEach(
        parts, (masses, times) -> sum.multiplyByPower(Spectrum.of(masses, points), times));
    return Arrays.copyOf(sum.masses(0), cells);
  }

  /**
   * Adds renewed times. All terms are positive, so that even small masses far out have a small
   * relative error.
   */
  private double[] renewed() {
    double[] masses = new double[cells];
    terms.forEach(parts, (own, times) -> putPower(own, times, masses));
    int period = parts * terms.layout().period();
    for (int time = 0; time < terms.count(); time++) {
      for (int k = period; k < cells; k++) {
        masses[k] += terms.ratio() * masses[k - period];
      }
    }
    return masses;
  }

  private static void putPower(double[] own, int times, double[] masses) {
    int size = times * own.length;
    int points = Integer.highestOneBit(2 * size - 1);
    Spectrum sum = Spectrum.ofEmptySum(points);
    sum.multiplyByPower(Spectrum.of(own, points), times);
    System.arraycopy(sum.masses(0), 0, masses, 0, Math.min(masses.length, size));
  }
}
