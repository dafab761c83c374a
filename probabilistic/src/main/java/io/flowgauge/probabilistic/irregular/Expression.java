package io.flowgauge.probabilistic.irregular;

import io.flowgauge.workflow.RegionKind;
import java.util.List;

/**
 * A makespan as sums and maxima of independent parts. Immutable and thread-safe.
 *
 * @param member the member, if the expression is a single one; else -1
 * @param members all members that occur, as bits
 */
record Expression(RegionKind kind, int member, List<Expression> parts, long members) {

  static Expression of(int member) {
    return new Expression(RegionKind.ACTIVITY, member, List.of(), 1L << member);
  }

  static Expression of(RegionKind kind, Expression one, Expression other) {
    return new Expression(kind, -1, List.of(one, other), one.members | other.members);
  }

  /** Whether the value is constant if the given members are. */
  boolean isFixed(long fixed) {
    return (members & ~fixed) == 0;
  }

  /** Whether the distribution has atoms if the given members are constant. */
  boolean hasAtoms(long fixed) {
    return switch (kind) {
      case SEQUENCE -> parts.stream().allMatch(part -> part.hasAtoms(fixed));
      case PARALLEL -> parts.stream().anyMatch(part -> part.hasAtoms(fixed));
      default -> isFixed(fixed);
    };
  }

  /** Counts the convolutions that depend on a variable but on none of the others. */
  int countConvolutions(long variable, long others, long fixed) {
    boolean depends = (members & variable) != 0 && (members & others) == 0;
    boolean isRandom = parts.stream().filter(part -> !part.isFixed(fixed)).count() > 1;
    int own = kind == RegionKind.SEQUENCE && depends && isRandom ? 1 : 0;
    return own
        + parts.stream().mapToInt(part -> part.countConvolutions(variable, others, fixed)).sum();
  }
}
