package io.flowgauge.probabilistic.curve;

import io.flowgauge.probabilistic.fourier.Reach;
import io.flowgauge.probabilistic.fourier.Spectrum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * Distributions of sums of few independent times, computed by Fourier transforms on one lattice or,
 * if tails are long, on several lattices of the same number of points and ever smaller steps.
 * Whether a sum is below a time depends on shorter times only, so a fine lattice needs to hold no
 * longer ones. Mass beyond its end would wrap around to its start; multiplying masses by falling
 * powers of a number below 1 makes that negligible. Not thread-safe.
 */
final class Convolutions {
  /** Spare points, half of them on either side, because masses reach past the ends of a sum. */
  private static final int MARGIN = 16;

  /** Ratio of the ranges of one lattice and the next finer one. */
  private static final int SCALE = 8;

  /** A lattice is fine enough if it ends at this many means. */
  private static final double MEANS = 3;

  private static final int MOST_SCALES = 12;

  /**
   * Logarithm by which masses fall over {@code cells} points; a lattice of falling masses has as
   * many spare points.
   */
  private static final double FALL = 12;

  /**
   * Number of terms that are added without wrap-around on a lattice of this many times the points.
   */
  private static final int SHORT = 2;

  /** Probability above which the round-off of falling masses does not matter. */
  private static final double ACCURATE = 1e-5;

  /**
   * Number of different lattice steps per factor of 2 if transforms are kept, so that they can be
   * reused.
   */
  private static final double STEPS_PER_OCTAVE = 4;

  private static final double LOG_2 = Math.log(2);

  private final int cells;
  private final double tail;

  /** Transforms of curves that will be used again. */
  private final IdentityHashMap<Curve, Map<Grid, Spectrum>> kept = new IdentityHashMap<>();

  /**
   * Convolves on lattices of the given fineness.
   *
   * @param cells points of each lattice, a power of 2
   * @param tail probability that may be cut off at either end
   */
  Convolutions(int cells, double tail) {
    this.cells = cells;
    this.tail = tail;
  }

  /**
   * The points of a lattice and their distance.
   *
   * @param fall logarithm by which masses fall from one point to the next
   */
  private record Grid(double step, int points, double fall) {}

  /**
   * Returns the cost of adding a few times like the given one, in lattices of {@code cells} points:
   * 1 or more.
   */
  static int lattices(Curve curve) {
    double range = curve.upper() - curve.lower();
    double mean = RoughMoments.of(curve).mean() - curve.lower();
    return 1 + SHORT * (int) scales(range, mean).count();
  }

  /**
   * Returns the ranges, in falling order, of the lattices that a sum needs besides the one for its
   * whole range.
   */
  private static DoubleStream scales(double range, double mean) {
    return DoubleStream.iterate(range / SCALE, r -> r > MEANS * mean, r -> r / SCALE)
        .limit(MOST_SCALES);
  }

  /** Keeps the transforms of a curve that will be added to many others. */
  void keepTransforms(Curve curve) {
    kept.putIfAbsent(curve, new HashMap<>());
  }

  Curve of(List<Term> terms) {
    if (terms.size() == 1 && terms.get(0).count() == 1) {
      return terms.get(0).curve();
    }
    Span span = Span.of(terms);
    LatticeCurve whole = whole(terms, span);
    List<LatticeCurve> parts = new ArrayList<>();
    if (span.isWhole()) {
      for (double range : scales(span.to() - span.from(), span.mean()).toArray()) {
        LatticeCurve part = part(terms, range);
        if (isShort(terms) || whole.survival(part.upper()) > ACCURATE) {
          parts.add(0, part);
        }
      }
    }
    return parts.isEmpty() ? whole : new ScaledCurve(parts, whole);
  }

  private LatticeCurve whole(List<Term> terms, Span span) {
    Grid grid = new Grid(rounded((span.to() - span.from()) / (cells - MARGIN)), cells, 0);
    double origin = origin(terms, grid.step);
    long first = (long) Math.floor((span.from() - origin) / grid.step) - MARGIN / 2;
    double[] masses = product(terms, grid).masses(first);
    return LatticeCurve.ofMasses(origin + first * grid.step, grid.step, masses, tail);
  }

  /**
   * Computes the start of a sum. Few terms cannot wrap around to it if the lattice has as many
   * times the points.
   */
  private LatticeCurve part(List<Term> terms, double range) {
    double step = rounded(range / (cells - MARGIN));
    Grid grid =
        isShort(terms) ? new Grid(step, SHORT * cells, 0) : new Grid(step, 2 * cells, FALL / cells);
    double[] masses = Arrays.copyOf(product(terms, grid).masses(0), cells);
    tilt(masses, grid.fall);
    return LatticeCurve.ofStart(origin(terms, step), step, masses);
  }

  private static boolean isShort(List<Term> terms) {
    return terms.stream().mapToLong(Term::count).sum() <= SHORT;
  }

  private static double origin(List<Term> terms, double step) {
    double origin = 0;
    for (Term term : terms) {
      origin += term.count() * (term.curve().lower() - Masses.REACH * step);
    }
    return origin;
  }

  private Spectrum product(List<Term> terms, Grid grid) {
    Spectrum product = Spectrum.ofEmptySum(grid.points);
    for (Term term : terms) {
      multiply(product, term, grid);
    }
    return product;
  }

  /** Multiplies by the transform of a term, which is reused if its curve is kept. */
  private void multiply(Spectrum product, Term term, Grid grid) {
    Map<Grid, Spectrum> known = kept.get(term.curve());
    if (known == null) {
      product.multiplyByPower(spectrum(term.curve(), grid), term.count());
      return;
    }
    Spectrum factor = known.computeIfAbsent(grid, g -> spectrum(term.curve(), g));
    for (long k = 0; k < term.count(); k++) {
      product.multiplyBy(factor);
    }
  }

  private Spectrum spectrum(Curve curve, Grid grid) {
    double[] masses = Masses.of(curve, grid.step, cells);
    tilt(masses, -grid.fall);
    return Spectrum.of(masses, grid.points);
  }

  private static void tilt(double[] masses, double rate) {
    for (int k = 0; k < masses.length && rate != 0; k++) {
      masses[k] *= Math.exp(rate * k);
    }
  }

  private double rounded(double step) {
    if (kept.isEmpty()) {
      return step;
    }
    double parts = Math.ceil(STEPS_PER_OCTAVE * Math.log(step) / LOG_2);
    return Math.exp(parts / STEPS_PER_OCTAVE * LOG_2);
  }

  /**
   * The range of a sum.
   *
   * @param mean mean of the sum less the start of the range
   * @param isWhole whether nothing is cut off at the start
   */
  private record Span(double from, double to, double mean, boolean isWhole) {
    static Span of(List<Term> terms) {
      double lower = 0;
      double upper = 0;
      double mean = 0;
      double squares = 0;
      double variance = 0;
      double furthest = 0;
      for (Term term : terms) {
        RoughMoments moments = RoughMoments.of(term.curve());
        double count = term.count();
        lower += count * term.curve().lower();
        upper += count * term.curve().upper();
        mean += count * moments.mean();
        squares += count * moments.square();
        variance += count * moments.variance();
        furthest += count * Math.pow(term.curve().upper() - moments.mean(), 2);
      }
      double from = Math.max(lower, mean - Reach.left(squares));
      double to = Math.min(upper, mean + Reach.right(furthest, variance));
      return new Span(from, to, mean - from, from == lower);
    }
  }
}
