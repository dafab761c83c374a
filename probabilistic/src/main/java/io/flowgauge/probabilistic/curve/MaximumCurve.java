package io.flowgauge.probabilistic.curve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The longest of several independent times. */
public final class MaximumCurve implements Curve {
  private final Curve[] members;
  private final double[] counts;
  private final double lower;
  private final double upper;
  private final double[] jumps;

  private MaximumCurve(List<Term> terms) {
    members = terms.stream().map(Term::curve).toArray(Curve[]::new);
    counts = terms.stream().mapToDouble(Term::count).toArray();
    lower = terms.stream().mapToDouble(t -> t.curve().lower()).max().orElseThrow();
    upper = terms.stream().mapToDouble(t -> t.curve().upper()).max().orElseThrow();
    jumps =
        terms.stream()
            .flatMapToDouble(t -> Arrays.stream(t.curve().jumps()))
            .filter(t -> t >= lower)
            .sorted()
            .distinct()
            .toArray();
  }

  /**
   * Returns the distribution of the longest of independent times.
   *
   * @param terms one or more
   * @return the curve; of a single term, its own
   */
  public static Curve of(List<Term> terms) {
    if (terms.size() == 1 && terms.get(0).count() == 1) {
      return terms.get(0).curve();
    }
    List<Term> steps = terms.stream().filter(t -> t.curve().isStepwise()).toList();
    MaximumCurve curve = new MaximumCurve(steps.size() > 1 ? joined(terms, steps) : terms);
    return curve.lower == curve.upper ? new ConstantCurve(curve.upper) : curve;
  }

  /** Replaces the stepwise terms by a single one, their longest. */
  private static List<Term> joined(List<Term> terms, List<Term> steps) {
    List<Term> joined = new ArrayList<>(terms);
    joined.removeAll(steps);
    joined.add(new Term(StepCurve.longest(steps), 1));
    return joined;
  }

  /** {@code 1 - (1 - a) (1 - b) = a + b - a b}, which keeps small probabilities accurate. */
  @Override
  public double survival(double t) {
    double any = 0;
    for (int k = 0; k < members.length; k++) {
      double own = members[k].survival(t);
      double several = counts[k] == 1 ? own : -Math.expm1(counts[k] * Math.log1p(-own));
      any += several - any * several;
    }
    return any;
  }

  @Override
  public double lower() {
    return lower;
  }

  @Override
  public double upper() {
    return upper;
  }

  @Override
  public double[] breaks() {
    return Arrays.stream(members).flatMapToDouble(m -> Arrays.stream(m.breaks())).toArray();
  }

  @Override
  public double[] jumps() {
    return jumps;
  }

  @Override
  public boolean isStepwise() {
    return Arrays.stream(members).allMatch(Curve::isStepwise);
  }
}
