package io.flowgauge.metrics.oracle;

import io.flowgauge.metrics.oracle.PlainRun.Work;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.Processor;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Classifies instants of one activity by definitions, "Events and states" and "One activity", with
 * loops over plain lists.
 */
final class PlainTimes {
  /** What an instant inside T is spent on. */
  enum Inside {
    COMPUTE,
    PREPARATION,
    DATA_TRANSFER,
    COMMUNICATION,
    SYNCHRONIZATION,
    OTHER
  }

  private final PlainRun run;

  PlainTimes(PlainRun run) {
    this.run = run;
  }

  /** Returns the intervals from SUSPENDED to the next RESUMED of the last attempt. */
  static List<long[]> suspensions(Work work) {
    List<long[]> intervals = new ArrayList<>();
    List<ActivityEvent> events = new ArrayList<>(work.events());
    events.removeIf(e -> e.attempt() != work.lastAttempt());
    for (ActivityEvent from : events) {
      if (from.type() == EventType.SUSPENDED) {
        long end =
            events.stream()
                .filter(e -> e.type() == EventType.RESUMED && e.epochNanos() >= from.epochNanos())
                .mapToLong(ActivityEvent::epochNanos)
                .min()
                .orElse(work.at(EventType.COMPLETED));
        intervals.add(new long[] {from.epochNanos(), end});
      }
    }
    return intervals;
  }

  static boolean isSuspended(Work work, long instant) {
    return suspensions(work).stream().anyMatch(s -> s[0] <= instant && instant < s[1]);
  }

  static long suspended(Work work) {
    return suspensions(work).stream().mapToLong(s -> s[1] - s[0]).sum();
  }

  /** Returns T(a): as measured, else from ACTIVE to COMPLETED without suspensions. */
  static long wallclock(Work work) {
    return work.wallclock()
        .orElseGet(
            () -> work.at(EventType.COMPLETED) - work.at(EventType.ACTIVE) - suspended(work));
  }

  /** Whether an instant lies in T: in the phases of computation, if they are as long as T. */
  static boolean isInApplication(Work work, long instant) {
    long computing = 0;
    Long from = null;
    for (long to : ownCuts(work)) {
      if (from != null && isComputing(work, from) && !isSuspended(work, from)) {
        computing += to - from;
      }
      from = to;
    }
    boolean isRecorded = computing > 0 && computing == wallclock(work);
    return isRecorded ? isComputing(work, instant) : instant < endOfApplication(work);
  }

  private static boolean isComputing(Work work, long instant) {
    return work.phases().stream()
        .filter(p -> p.type().filter(PhaseType.COMPUTE::equals).isPresent())
        .anyMatch(p -> p.beginNanos() <= instant && instant < p.endNanos());
  }

  /** Returns where T ends if it begins with ACTIVE and pauses while suspended. */
  static long endOfApplication(Work work) {
    TreeSet<Long> cuts = new TreeSet<>();
    suspensions(work).forEach(s -> cuts.addAll(List.of(s[0], s[1])));
    cuts.add(work.at(EventType.ACTIVE));
    cuts.add(work.at(EventType.COMPLETED));
    long rest = wallclock(work);
    Long from = null;
    for (long to : cuts) {
      if (from != null && !isSuspended(work, from)) {
        if (rest <= to - from) {
          return from + rest;
        }
        rest -= to - from;
      }
      from = to;
    }
    return work.at(EventType.COMPLETED);
  }

  /** Whether every slot of the processor is held, ACTIVE to end, by other activities. */
  boolean isBlocked(Work work, long instant) {
    return isBlocked(work, work.lastAttempt(), instant);
  }

  /**
   * Like {@code isBlocked}, for the processor of the attempt that was under way or next at the
   * instant.
   */
  boolean isAttemptBlocked(Work work, long instant) {
    int attempt = 1;
    while (attempt < work.lastAttempt() && end(work, attempt) <= instant) {
      attempt++;
    }
    return isBlocked(work, attempt, instant);
  }

  private boolean isBlocked(Work work, int ownAttempt, long instant) {
    String processor = work.processors().get(ownAttempt);
    if (processor == null) {
      return false;
    }
    int held = 0;
    for (Work other : run.works()) {
      if (!other.id().equals(work.id())) {
        for (int attempt = 1; attempt <= other.lastAttempt(); attempt++) {
          boolean here = processor.equals(other.processors().get(attempt));
          held += here && holds(other, attempt, instant) ? 1 : 0;
        }
      }
    }
    return held >= run.processor(processor).orElseThrow().slots();
  }

  /** Whether an attempt that did not complete was active at the instant. */
  static boolean isWorkLost(Work work, long instant) {
    for (int attempt = 1; attempt <= work.lastAttempt(); attempt++) {
      if (holds(work, attempt, instant)) {
        return true;
      }
    }
    return false;
  }

  private static boolean holds(Work work, int attempt, long instant) {
    long active = Long.MAX_VALUE;
    for (ActivityEvent e : work.events()) {
      if (e.attempt() == attempt && e.type() == EventType.ACTIVE) {
        active = e.epochNanos();
      }
    }
    return active <= instant && instant < end(work, attempt);
  }

  private static long end(Work work, int attempt) {
    return work.events().stream()
        .filter(e -> e.attempt() == attempt && e.type().endsAttempt())
        .mapToLong(ActivityEvent::epochNanos)
        .max()
        .orElse(Long.MIN_VALUE);
  }

  static Inside inside(Work work, long instant) {
    for (Phase p : work.phases()) {
      if (p.beginNanos() <= instant && instant < p.endNanos() && kind(p) != Inside.COMPUTE) {
        return kind(p);
      }
    }
    return Inside.COMPUTE;
  }

  static Inside kind(Phase phase) {
    PhaseType type = phase.type().orElse(PhaseType.COMPUTE);
    return switch (type) {
      case ARCHIVE, EXTRACT -> Inside.PREPARATION;
      case STAGE_IN, STAGE_OUT -> Inside.DATA_TRANSFER;
      case COMMUNICATION -> Inside.COMMUNICATION;
      case SYNCHRONIZATION -> Inside.SYNCHRONIZATION;
      case IO -> Inside.OTHER;
      case EXTERNAL_LOAD, SERIALISATION ->
          throw new IllegalArgumentException("waits for processors have no place");
      case COMPUTE -> Inside.COMPUTE;
    };
  }

  /**
   * Returns the ideal time (definitions, "Ideal time"): as given, else T scaled to the fastest
   * processor.
   */
  double ideal(Work work) {
    if (work.isTransfer()) {
      return 0;
    }
    if (work.ideal().isPresent()) {
      return work.ideal().getAsLong();
    }
    double fastest = run.processors().stream().mapToDouble(Processor::speed).max().orElse(1);
    double own = work.processor().flatMap(run::processor).map(Processor::speed).orElse(fastest);
    return wallclock(work) * own / fastest;
  }

  /** Returns every time at which anything about the activity changes. */
  static SortedSet<Long> cuts(Work work) {
    SortedSet<Long> cuts = ownCuts(work);
    if (work.last(EventType.ACTIVE).isPresent() && work.last(EventType.COMPLETED).isPresent()) {
      cuts.add(endOfApplication(work));
    } else if (work.wallclock().isPresent() && work.last(EventType.COMPLETED).isPresent()) {
      cuts.add(work.at(EventType.COMPLETED) - work.wallclock().getAsLong());
    }
    return cuts;
  }

  /** Returns the times of an activity's events and phases. */
  private static SortedSet<Long> ownCuts(Work work) {
    TreeSet<Long> cuts = new TreeSet<>();
    work.events().forEach(e -> cuts.add(e.epochNanos()));
    work.phases().forEach(p -> cuts.addAll(List.of(p.beginNanos(), p.endNanos())));
    return cuts;
  }

  /** Returns the elementary intervals of a span, inside which nothing in the run changes. */
  List<long[]> elementary(long from, long to) {
    TreeSet<Long> cuts = new TreeSet<>(List.of(from, to));
    run.works().forEach(w -> cuts.addAll(cuts(w)));
    run.services().forEach(s -> cuts.addAll(List.of(s.beginNanos(), s.endNanos())));
    if (to <= from) {
      return List.of();
    }
    List<Long> points = List.copyOf(cuts.subSet(from, true, to, true));
    List<long[]> intervals = new ArrayList<>();
    for (int k = 1; k < points.size(); k++) {
      intervals.add(new long[] {points.get(k - 1), points.get(k)});
    }
    return intervals;
  }
}
