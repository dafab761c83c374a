package io.flowgauge.probabilistic.reduction;

import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.curve.LawCurve;
import io.flowgauge.probabilistic.curve.MaximumCurve;
import io.flowgauge.probabilistic.curve.Sums;
import io.flowgauge.probabilistic.curve.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Distributions of regions from those of their members. Stateless. */
public final class Curves {
  private final Shapes shapes;
  private final Map<Integer, IrregularMethod> methods;
  private final Sums sums;

  /**
   * Distributions of a given fineness.
   *
   * @param methods of irregular regions, by shape
   */
  public Curves(Shapes shapes, Map<Integer, IrregularMethod> methods, Sums sums) {
    this.shapes = shapes;
    this.methods = methods;
    this.sums = sums;
  }

  /** The curves of some shapes: by shape; null where they were not needed. */
  public Curve[] of(int... wanted) {
    boolean[] needed = shapes.within(wanted);
    Curve[] curves = new Curve[needed.length];
    for (int shape = 0; shape < curves.length; shape++) {
      curves[shape] = needed[shape] ? curve(shape, curves) : null;
    }
    return curves;
  }

  private Curve curve(int shape, Curve[] curves) {
    return switch (shapes.kind(shape)) {
      case ACTIVITY -> LawCurve.of(shapes.law(shape), sums.tail());
      case SEQUENCE -> sums.of(terms(shape, curves));
      case PARALLEL -> MaximumCurve.of(terms(shape, curves));
      default -> methods.get(shape).curve(members(shape, curves), sums);
    };
  }

  private Curve[] members(int shape, Curve[] curves) {
    return Arrays.stream(shapes.members(shape)).mapToObj(k -> curves[k]).toArray(Curve[]::new);
  }

  /** Members with their counts. */
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
