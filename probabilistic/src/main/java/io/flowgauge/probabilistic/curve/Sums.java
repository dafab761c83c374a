package io.flowgauge.probabilistic.curve;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Distributions of sums of independent times, by convolution on lattices. Not thread-safe. */
public final class Sums {
  /**
   * Greatest number of terms that are added on one lattice. More are added in groups, so that the
   * step resolves each of them.
   */
  private static final int GROUP = 32;

  /** Greatest number of values of a sum that are enumerated instead of put on a lattice. */
  private static final int MOST_STEPS = 4096;

  private final int cells;
  private final double tail;

  private final Convolutions convolutions;

  /**
   * Adds on lattices of the given fineness.
   *
   * @param cells points of each lattice, a power of 2
   * @param tail probability that may be cut off at either end
   */
  public Sums(int cells, double tail) {
    this.cells = cells;
    this.tail = tail;
    convolutions = new Convolutions(cells, tail);
  }

  /**
   * Returns the cost of adding a few times like the given one, in lattices: 1 or more, and more for
   * long tails.
   */
  public static int lattices(Curve curve) {
    return Convolutions.lattices(curve);
  }

  /** Returns the number of points of each lattice, a power of 2. */
  public int cells() {
    return cells;
  }

  /** Returns the probability that may be cut off at either end. */
  public double tail() {
    return tail;
  }

  /**
   * Keeps the transforms of a curve that will be added to many others.
   *
   * @param curve the curve, recognized by identity
   */
  public void keepTransforms(Curve curve) {
    convolutions.keepTransforms(curve);
  }

  /**
   * Returns the distribution of a sum.
   *
   * @param terms one or more
   */
  public Curve of(List<Term> terms) {
    double shift = 0;
    Curve steps = null;
    List<Term> random = new ArrayList<>();
    for (Term term : terms) {
      long rest = term.count();
      if (term.curve().isConstant()) {
        shift += rest * term.curve().lower();
        continue;
      }
      for (; rest > 0 && areFew(term.curve(), steps); rest--) {
        steps = steps == null ? term.curve() : StepCurve.sum(steps, term.curve());
      }
      if (rest > 0) {
        addPower(random, term.curve(), rest);
      }
    }
    if (steps != null) {
      random.add(new Term(steps, 1));
    }
    return random.isEmpty() ? new ConstantCurve(shift) : ShiftedCurve.of(grouped(random), shift);
  }

  /** Whether a sum has few enough values to enumerate them. */
  private static boolean areFew(Curve curve, Curve steps) {
    int others = steps == null ? 1 : steps.jumps().length;
    return curve.isStepwise() && curve.jumps().length * (long) others <= MOST_STEPS;
  }

  /** Splits a term of a large count into sums of sums. */
  private void addPower(List<Term> to, Curve curve, long count) {
    Curve unit = curve;
    long rest = count;
    while (rest >= GROUP) {
      if (rest % GROUP > 0) {
        to.add(new Term(unit, rest % GROUP));
      }
      unit = convolutions.of(List.of(new Term(unit, GROUP)));
      rest /= GROUP;
    }
    to.add(new Term(unit, rest));
  }

  private Curve grouped(List<Term> terms) {
    List<Term> level = new ArrayList<>(terms);
    level.sort(Comparator.comparingDouble(t -> t.curve().upper() - t.curve().lower()));
    while (level.size() > GROUP) {
      List<Term> next = new ArrayList<>();
      for (int k = 0; k < level.size(); k += GROUP) {
        List<Term> group = level.subList(k, Math.min(level.size(), k + GROUP));
        next.add(new Term(convolutions.of(group), 1));
      }
      level = next;
    }
    return convolutions.of(level);
  }
}
