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
 * Distributions of sums of few independent times, on one lattice or, where tails are long, on
 * several of the same number of points and ever smaller steps: whether a sum is below a time
 * depends on shorter times only, so that a fine lattice needs to hold no others. What is beyond it
 * would come round to its start; multiplying masses with falling powers of a number below 1 makes
 * that negligible. Not thread-safe.
 */
final class Convolutions {
  /** Spare points, half of them on either side, as masses reach past the ends of a sum. */
  private static final int MARGIN = 16;

  /** How much longer one lattice is than the next. */
  private static final int SCALE = 8;

  /** A lattice is fine enough if it ends at this many means. */
  private static final double MEANS = 3;

  private static final int MOST_SCALES = 12;

  /** Logarithm by which masses fall along a lattice with as many spare points. */
  private static final double FALL = 12;

  /** Number of terms that fit on this many times the points. */
  private static final int SHORT = 2;

  /** Probability above which the round-off of falling masses does not matter. */
  private static final double ACCURATE = 1e-5;

  /** Steps of lattices with curves to keep, so that few are different. */
  private static final double STEPS_PER_OCTAVE = 4;

  private static final double LOG_2 = Math.log(2);

  private final int cells;
  private final double tail;

  /** Transforms of curves that are used again. */
  private final IdentityHashMap<Curve, Map<Grid, Spectrum>> kept = new IdentityHashMap<>();

  /**
   * Lattices of a given fineness.
   *
   * @param cells points of each lattice, a power of 2
   * @param tail probability that may be cut off at either end
   */
  Convolutions(int cells, double tail) {
    this.cells = cells;
    this.tail = tail;
  }

  /**
   * Points of a lattice and their distance.
   *
   * @param fall logarithm by which masses fall from one point to the next
   */
  private record Grid(double step, int points, double fall) {}

  /** How many lattices of the given cells hold a sum of a few times like one: 1 or more. */
  static int lattices(Curve curve) {
    double range = curve.upper() - curve.lower();
    double mean = RoughMoments.of(curve).mean() - curve.lower();
    return 1 + SHORT * (int) scales(range, mean).count();
  }

  /** Ranges of the lattices that a sum needs next to the one of its whole range, falling. */
  private static DoubleStream scales(double range, double mean) {
    return DoubleStream.iterate(range / SCALE, r -> r > MEANS * mean, r -> r / SCALE)
        .limit(MOST_SCALES);
  }

  /** Keeps the transforms of a curve that will be added to many others. */
  void keep(Curve curve) {
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

  /** The start of a sum. Of few terms, nothing comes round to it if there are as many points. */
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
    Spectrum product = Spectrum.ofNothing(grid.points);
    for (Term term : terms) {
      multiply(product, term, grid);
    }
    return product;
  }

  /** Multiplies with the transform of a term, which may be kept. */
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
   * Where a sum is.
   *
   * @param mean of what is above the start
   * @param isWhole whether nothing is cut off on the left
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
