package io.flowgauge.probabilistic.enclosure;

import io.flowgauge.probabilistic.fourier.Reach;
import io.flowgauge.probabilistic.fourier.Spectrum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Bounds sums of independent times by convolution on lattices. For an upper bound, each value is
 * split between the two points around it so that its mean is kept; for a lower bound, it is moved
 * to the lower one. A sum that is cut off at the top loses the difference between the sum of means
 * and its own mean, which is added to the excess. Stateless.
 */
public final class DiscreteSums {
  private static final int GROUP = 32;

  private final Side side;
  private final int cells;

  /**
   * Adds on lattices of the given fineness.
   *
   * @param side whether bounds are above or below
   * @param cells points of each lattice, a power of 2
   */
  public DiscreteSums(Side side, int cells) {
    this.side = side;
    this.cells = cells;
  }

  /**
   * Several independent times of one distribution.
   *
   * @param one a bound of each
   * @param count how many, 1 or more
   */
  public record Several(Discrete one, long count) {}

  /**
   * The bound of a sum.
   *
   * @param terms one or more, all bounded on the side of the sum
   * @return the bound on that side
   */
  public Discrete of(List<Several> terms) {
    List<Several> level = new ArrayList<>();
    terms.forEach(term -> addPower(level, term.one, term.count));
    level.sort(Comparator.comparingDouble(term -> term.one.last() - term.one.first()));
    while (level.size() > 1 || level.get(0).count > 1) {
      List<Several> group = level.subList(0, Math.min(GROUP, level.size()));
      Several sum = new Several(convolve(group), 1);
      group.clear();
      level.add(sum);
    }
    return level.get(0).one;
  }

  private void addPower(List<Several> to, Discrete one, long count) {
    Discrete unit = one;
    long rest = count;
    while (rest >= GROUP) {
      if (rest % GROUP > 0) {
        to.add(new Several(unit, rest % GROUP));
      }
      unit = convolve(List.of(new Several(unit, GROUP)));
      rest /= GROUP;
    }
    to.add(new Several(unit, rest));
  }

  private Discrete convolve(List<Several> terms) {
    double from = 0;
    double to = 0;
    double mean = 0;
    double variance = 0;
    double furthest = 0;
    double excess = 0;
    for (Several term : terms) {
      double own = term.one.innerMean(1);
      from += term.count * term.one.first();
      to += term.count * term.one.last();
      mean += term.count * own;
      variance += term.count * variance(term.one, own);
      furthest += term.count * Math.pow(term.one.last() - own, 2);
      excess += term.count * term.one.excess;
    }
    double reach = Reach.right(furthest, variance);
    double step = (Math.min(to, mean + reach) - from) / (cells - terms.size() - 2);
    if (!(step > 0)) {
      return new Discrete(new double[] {to}, new double[] {0}, excess);
    }
    Spectrum product = Spectrum.ofEmptySum(cells);
    for (Several term : terms) {
      product.multiplyByPower(Spectrum.of(masses(term.one, step), cells), term.count);
    }
    Discrete sum = ofMasses(from, step, product.masses(0), excess);
    double lacking = side == Side.ABOVE ? Math.max(0, mean - sum.innerMean(1)) : 0;
    return new Discrete(sum.value, sum.survival, excess + lacking);
  }

  private static double variance(Discrete of, double mean) {
    double sum = 0;
    for (int k = 0; k < of.value.length; k++) {
      sum += of.mass(k) * (of.value[k] - mean) * (of.value[k] - mean);
    }
    return sum;
  }

  /**
   * Returns the masses of lattice points from the first value on; values beyond the last cell are
   * moved there.
   */
  private double[] masses(Discrete of, double step) {
    int size = (int) Math.min(cells - 1.0, Math.ceil((of.last() - of.first()) / step)) + 1;
    double[] masses = new double[size];
    for (int k = 0; k < of.value.length; k++) {
      double place = Math.min((of.value[k] - of.first()) / step, size - 1.0);
      int cell = (int) place;
      double up = side == Side.ABOVE ? of.mass(k) * (place - cell) : 0;
      masses[cell] += of.mass(k) - up;
      if (up > 0) {
        masses[cell + 1] += up;
      }
    }
    return masses;
  }

  private static Discrete ofMasses(double from, double step, double[] masses, double excess) {
    double[] value = new double[masses.length];
    double[] beyond = new double[masses.length];
    Arrays.setAll(value, k -> from + k * step);
    double rest = 0;
    for (int k = masses.length - 1; k >= 0; k--) {
      beyond[k] = Math.min(1, rest);
      rest += Math.max(0, masses[k]);
    }
    return new Discrete(value, beyond, excess);
  }
}
