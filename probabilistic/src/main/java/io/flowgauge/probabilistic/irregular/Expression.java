package io.flowgauge.probabilistic.irregular;

import io.flowgauge.workflow.RegionKind;
import java.util.List;

/**
 * A makespan as sums and maxima of independent parts. Immutable and thread-safe.
 *
 * @param member the member, if it is single
 * @param members all members in it, as bits
 */
record Expression(RegionKind kind, int member, List<Expression> parts, long members) {

  static Expression of(int member) {
    return new Expression(RegionKind.ACTIVITY, member, List.of(), 1L << member);
  }

  static Expression of(RegionKind kind, Expression one, Expression other) {
    return new Expression(kind, -1, List.of(one, other), one.members | other.members);
  }

  /** Whether nothing in it varies if some members do not. */
  boolean isFixed(long fixed) {
    return (members & ~fixed) == 0;
  }

  /** Whether some value has a probability of its own if some members do not vary. */
  boolean jumps(long fixed) {
    return switch (kind) {
      case SEQUENCE -> parts.stream().allMatch(part -> part.jumps(fixed));
      case PARALLEL -> parts.stream().anyMatch(part -> part.jumps(fixed));
      default -> isFixed(fixed);
    };
  }

  /** How many convolutions depend on a variable, and on none of some others. */
  int sums(long variable, long others, long fixed) {
    boolean depends = (members & variable) != 0 && (members & others) == 0;
    boolean isRandom = parts.stream().filter(part -> !part.isFixed(fixed)).count() > 1;
    int own = kind == RegionKind.SEQUENCE && depends && isRandom ? 1 : 0;
    return own + parts.stream().mapToInt(part -> part.sums(variable, others, fixed)).sum();
  }
}
