package io.flowgauge.probabilistic.irregular;

import io.flowgauge.probabilistic.curve.ConstantCurve;
import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.curve.MaximumCurve;
import io.flowgauge.probabilistic.curve.Sums;
import io.flowgauge.probabilistic.curve.Term;
import io.flowgauge.workflow.RegionKind;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The distribution of a makespan given the times of some members, its variables. Parts that do not
 * depend on a changed variable are not recomputed. Not thread-safe.
 */
final class Conditional {
  private final Expression expression;
  private final Curve[] members;
  private final int[] variables;
  private final Sums sums;
  private final IdentityHashMap<Expression, Known> known = new IdentityHashMap<>();

  /** How often each variable has been set. */
  private final long[] changes;

  private record Known(Curve curve, long change) {}

  Conditional(Expression expression, Curve[] members, int[] variables, Sums sums) {
    this.expression = expression;
    this.variables = variables;
    this.sums = sums;
    this.members = members.clone();
    changes = new long[variables.length];
    for (Curve member : members) {
      sums.keepTransforms(member);
    }
  }

  /** Sets the time of a variable; all later variables must be set again. */
  void set(int variable, double seconds) {
    members[variables[variable]] = new ConstantCurve(seconds);
    changes[variable]++;
  }

  Curve curve() {
    return curve(expression);
  }

  private Curve curve(Expression of) {
    if (of.kind() == RegionKind.ACTIVITY) {
      return members[of.member()];
    }
    long change = lastChange(of);
    Known before = known.get(of);
    if (before != null && before.change == change) {
      return before.curve;
    }
    List<Term> terms = of.parts().stream().map(part -> new Term(curve(part), 1)).toList();
    Curve curve = of.kind() == RegionKind.SEQUENCE ? sums.of(terms) : MaximumCurve.of(terms);
    known.put(of, new Known(curve, change));
    if (change == 0) {
      sums.keepTransforms(curve);
    }
    return curve;
  }

  /**
   * Returns the change count of the last variable in an expression; a change of an earlier one also
   * sets the last one again.
   */
  private long lastChange(Expression of) {
    for (int k = variables.length - 1; k >= 0; k--) {
      if ((of.members() & 1L << variables[k]) != 0) {
        return changes[k];
      }
    }
    return 0;
  }
}
