package io.flowgauge.probabilistic.reduction;

import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.curve.LawCurve;
import io.flowgauge.probabilistic.curve.MaximumCurve;
import io.flowgauge.probabilistic.curve.Sums;
import io.flowgauge.probabilistic.curve.TabulatedCurve;
import io.flowgauge.probabilistic.curve.Term;
import io.flowgauge.workflow.RegionKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Computes distributions of regions from those of their members. Distributions of activities and of
 * parallel sections of activities, which do not depend on the fineness of lattices, are kept. Not
 * thread-safe.
 */
public final class Curves {
  private final Shapes shapes;
  private final Map<Integer, IrregularMethod> methods;
  private final double tail;
  private final Curve[] kept;

  /**
   * Prepares the distributions of the shapes of a workflow.
   *
   * @param methods methods of irregular regions, by shape
   * @param tail probability that may be cut off at either end
   */
  public Curves(Shapes shapes, Map<Integer, IrregularMethod> methods, double tail) {
    this.shapes = shapes;
    this.methods = methods;
    this.tail = tail;
    kept = new Curve[shapes.size()];
  }

  /**
   * Computes the curves of some shapes.
   *
   * @param cells points of each lattice, a power of 2
   * @return curves by shape; null where they were not needed
   */
  public Curve[] of(int cells, int... wanted) {
    Sums sums = new Sums(cells, tail);
    boolean[] needed = shapes.within(wanted);
    Curve[] curves = new Curve[needed.length];
    for (int shape = 0; shape < curves.length; shape++) {
      curves[shape] = needed[shape] ? curve(shape, curves, sums) : null;
    }
    return curves;
  }

  private Curve curve(int shape, Curve[] curves, Sums sums) {
    if (kept[shape] != null) {
      return kept[shape];
    }
    RegionKind kind = shapes.kind(shape);
    Curve curve =
        switch (kind) {
          case ACTIVITY -> LawCurve.of(shapes.law(shape), tail);
          case SEQUENCE -> sums.of(terms(shape, curves));
          case PARALLEL -> MaximumCurve.of(terms(shape, curves));
          default -> methods.get(shape).curve(members(shape, curves), sums);
        };
    boolean isFixed =
        kind == RegionKind.ACTIVITY || (kind == RegionKind.PARALLEL && areKept(shape));
    if (isFixed) {
      kept[shape] = TabulatedCurve.of(curve);
    }
    return isFixed ? kept[shape] : curve;
  }

  private boolean areKept(int shape) {
    return Arrays.stream(shapes.members(shape)).allMatch(member -> kept[member] != null);
  }

  private Curve[] members(int shape, Curve[] curves) {
    return Arrays.stream(shapes.members(shape)).mapToObj(k -> curves[k]).toArray(Curve[]::new);
  }

  /** Returns the distinct members of a shape with their counts. */
  private List<Term> terms(int shape, Curve[] curves) {
    int[] all = shapes.members(shape);
    List<Term> terms = new ArrayList<>();
    for (int k = 0, from = 0; k < all.length; k++) {
      if (k + 1 == all.length || all[k + 1] != all[k]) {
        terms.add(new Term(curves[all[k]], k + 1 - from));
        from = k + 1;
      }
    }
    return terms;
  }
}
