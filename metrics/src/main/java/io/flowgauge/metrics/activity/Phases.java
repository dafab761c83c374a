package io.flowgauge.metrics.activity;

import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Phases of an attempt as disjoint intervals with a class each. Stateless. */
final class Phases {

  /** An interval that is not computation. */
  record Interval(long begin, long end, int timeClass) {}

  private Phases() {}

  /**
   * Returns phases as disjoint intervals. Where two phases overlap, the one that began first
   * counts; computation is left out.
   */
  static List<Interval> of(List<Phase> phases) {
    if (phases.isEmpty()) {
      return List.of();
    }
    List<Interval> disjoint = new ArrayList<>(phases.size());
    long covered = Long.MIN_VALUE;
    List<Phase> inOrder = new ArrayList<>(phases);
    inOrder.sort(
        Comparator.comparingLong(Phase::beginNanos)
            .thenComparingLong(Phase::endNanos)
            .thenComparing(Phase::name));
    for (Phase phase : inOrder) {
      int timeClass = timeClass(phase);
      long begin = Math.max(covered, phase.beginNanos());
      if (timeClass != TimeClass.COMPUTE && begin < phase.endNanos()) {
        disjoint.add(new Interval(begin, phase.endNanos(), timeClass));
        covered = phase.endNanos();
      }
    }
    return disjoint;
  }

  private static int timeClass(Phase phase) {
    return phase.type().map(Phases::timeClass).orElse(TimeClass.COMPUTE);
  }

  /** The class of a phase's time; {@link TimeClass#COMPUTE} for useful work. */
  static int timeClass(PhaseType type) {
    return switch (type) {
      case ARCHIVE, EXTRACT -> TimeClass.PREPARATION;
      case STAGE_IN, STAGE_OUT -> TimeClass.DATA_TRANSFER;
      case COMMUNICATION -> TimeClass.COMMUNICATION;
      case SYNCHRONIZATION -> TimeClass.SYNCHRONIZATION;
      case IO -> TimeClass.OTHER_PARALLEL;
      case EXTERNAL_LOAD -> TimeClass.EXTERNAL_LOAD;
      case SERIALISATION -> TimeClass.SERIALISATION;
      case COMPUTE -> TimeClass.COMPUTE;
    };
  }
}
