package io.flowgauge.metrics.activity;

import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Phases of an attempt as disjoint intervals with a class each. Stateless. */
final class Phases {
  /** Error of times in seconds since 1970 that were subtracted in floating point. */
  private static final long ROUNDING = 1_000;

  record Interval(long begin, long end, int timeClass) {

    /** How much of a stretch of time lies in the interval. */
    long within(long from, long to) {
      return Math.max(0, Math.min(to, end) - Math.max(from, begin));
    }
  }

  private Phases() {}

  /**
   * Returns phases as disjoint intervals. Where two phases overlap, the one that began first
   * counts; computation is left out.
   */
  static List<Interval> of(List<Phase> phases) {
    return disjoint(phases, phase -> timeClass(phase) != TimeClass.COMPUTE);
  }

  /**
   * Returns where T is recorded: the phases of computation if they are as long as T, not counting
   * suspensions; else none.
   *
   * @param suspensions begins and ends in turn
   */
  static List<Interval> ofLength(long wallclock, List<Phase> phases, long[] suspensions) {
    List<Interval> computing =
        disjoint(phases, phase -> phase.type().filter(PhaseType.COMPUTE::equals).isPresent());
    long length = 0;
    for (Interval interval : computing) {
      length += interval.end() - interval.begin();
    }
    for (int k = 0; k < suspensions.length; k += 2) {
      length -= within(computing, suspensions[k], suspensions[k + 1]);
    }
    return Math.abs(length - wallclock) <= ROUNDING ? computing : List.of();
  }

  private static List<Interval> disjoint(List<Phase> phases, Predicate<Phase> which) {
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
      long begin = Math.max(covered, phase.beginNanos());
      if (which.test(phase) && begin < phase.endNanos()) {
        disjoint.add(new Interval(begin, phase.endNanos(), timeClass(phase)));
        covered = phase.endNanos();
      }
    }
    return disjoint;
  }

  /** How much of a stretch of time lies in disjoint intervals. */
  static long within(List<Interval> intervals, long from, long to) {
    long sum = 0;
    for (Interval interval : intervals) {
      sum += interval.within(from, to);
    }
    return sum;
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
