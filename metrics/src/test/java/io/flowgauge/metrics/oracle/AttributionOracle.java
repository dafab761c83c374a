package io.flowgauge.metrics.oracle;

import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.metrics.oracle.PlainRun.Work;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.EventType;
import io.flowgauge.run.ServiceInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Attribution by its definition ("Attribution"), instant by instant. */
final class AttributionOracle {
  /** The attribution: "ideal" and labels of classes with their nanoseconds, zeros left out. */
  record Result(Map<String, Long> classes, List<String> path, long makespan) {}

  private static final String COMPUTE = "compute";

  private final PlainRun run;
  private final PlainTimes times;
  private final Map<String, Long> sums = new TreeMap<>();

  private AttributionOracle(PlainRun run) {
    this.run = run;
    this.times = new PlainTimes(run);
  }

  static Result of(PlainRun run) {
    return new AttributionOracle(run).walk();
  }

  private Result walk() {
    List<String> path = new ArrayList<>();
    Optional<Work> step = latest(run.works());
    long end = step.orElseThrow().at(EventType.COMPLETED);
    long to = end;
    while (step.isPresent()) {
      Work work = step.get();
      path.add(0, work.id());
      step = latest(run.predecessors(work));
      long from = step.map(w -> w.at(EventType.COMPLETED)).orElse(run.startNanos());
      share(work, from, to);
      to = Math.min(from, to);
    }
    sums.values().removeIf(nanos -> nanos == 0);
    return new Result(sums, path, end - run.startNanos());
  }

  private static Optional<Work> latest(List<Work> works) {
    return works.stream()
        .max(
            Comparator.comparingLong((Work w) -> w.at(EventType.COMPLETED))
                .thenComparing(Work::id, Comparator.reverseOrder()));
  }

  private void share(Work work, long from, long to) {
    for (long[] interval : times.elementary(from, to)) {
      add(classAt(work, interval[0]), interval[1] - interval[0]);
    }
    long compute = Optional.ofNullable(sums.remove(COMPUTE)).orElse(0L);
    long ideal = compute == 0 ? 0 : Math.min(compute, Math.round(times.ideal(work)));
    add("ideal", ideal);
    add(OverheadClass.EXTERNAL_LOAD.label(), compute - ideal);
  }

  private void add(String label, long nanos) {
    sums.merge(label, nanos, Long::sum);
  }

  private String classAt(Work work, long instant) {
    if (instant < work.firstEvent()) {
      return enactment(work, instant);
    }
    if (instant < lastFailure(work)) {
      return PlainTimes.isWorkLost(work, instant)
          ? OverheadClass.RESTART.label()
          : waitingAttempt(work, instant, OverheadClass.RESTART);
    }
    if (instant < work.last(EventType.STARTED).orElse(Long.MIN_VALUE)) {
      return waitingAttempt(work, instant, OverheadClass.RESUBMISSION);
    }
    boolean suspended =
        !isBefore(work, EventType.ACTIVE, instant) && PlainTimes.isSuspended(work, instant);
    PlainTimes.Inside phase = PlainTimes.inside(work, instant);
    if (phase != PlainTimes.Inside.COMPUTE && !suspended) {
      return inside(phase);
    }
    if (isBefore(work, EventType.SUBMITTED, instant)) {
      return service(instant).orElse(OverheadClass.SUBMISSION.label());
    }
    if (isBefore(work, EventType.PENDING, instant)) {
      return waiting(work, instant, OverheadClass.WAITING);
    }
    if (isBefore(work, EventType.ACTIVE, instant)) {
      return waiting(work, instant, OverheadClass.QUEUE_RESIDENCY);
    }
    return work.last(EventType.ACTIVE).isPresent()
        ? processing(work, instant)
        : unplaced(work, instant);
  }

  private static boolean isBefore(Work work, EventType type, long instant) {
    OptionalLong time = work.last(type);
    return time.isPresent() && instant < time.getAsLong();
  }

  private static long lastFailure(Work work) {
    return work.events().stream()
        .filter(e -> e.type() == EventType.FAILED || e.type() == EventType.ABORTED)
        .mapToLong(ActivityEvent::epochNanos)
        .max()
        .orElse(Long.MIN_VALUE);
  }

  private String enactment(Work work, long instant) {
    if (times.isBlocked(work, instant)) {
      return OverheadClass.SERIALISATION.label();
    }
    return service(instant).orElse(OverheadClass.ENACTMENT.label());
  }

  private String waiting(Work work, long instant, OverheadClass otherwise) {
    return (times.isBlocked(work, instant) ? OverheadClass.SERIALISATION : otherwise).label();
  }

  private String waitingAttempt(Work work, long instant, OverheadClass otherwise) {
    boolean blocked = times.isAttemptBlocked(work, instant);
    return (blocked ? OverheadClass.SERIALISATION : otherwise).label();
  }

  private Optional<String> service(long instant) {
    for (ServiceInterval s : run.services()) {
      if (s.beginNanos() <= instant && instant < s.endNanos()) {
        return Optional.of(serviceClass(s).label());
      }
    }
    return Optional.empty();
  }

  static OverheadClass serviceClass(ServiceInterval service) {
    return OverheadClass.of(service.service())
        .filter(c -> c.parent().equals(Optional.of(OverheadClass.SERVICES)))
        .orElse(OverheadClass.OTHER_SERVICES);
  }

  private static String processing(Work work, long instant) {
    if (PlainTimes.isSuspended(work, instant)) {
      return OverheadClass.SUSPENDED.label();
    }
    if (work.isTransfer()) {
      return OverheadClass.DATA_TRANSFER.label();
    }
    return PlainTimes.isInApplication(work, instant) ? COMPUTE : OverheadClass.POLLING.label();
  }

  private static String inside(PlainTimes.Inside kind) {
    return switch (kind) {
      case COMPUTE -> COMPUTE;
      case PREPARATION -> OverheadClass.PREPARATION.label();
      case DATA_TRANSFER -> OverheadClass.DATA_TRANSFER.label();
      case COMMUNICATION -> OverheadClass.COMMUNICATION.label();
      case SYNCHRONIZATION -> OverheadClass.SYNCHRONIZATION.label();
      case OTHER -> OverheadClass.OTHER_PARALLEL.label();
    };
  }

  /**
   * Returns the class of an instant without ACTIVE: T is placed before the end, and the time before
   * T is unidentified.
   */
  private static String unplaced(Work work, long instant) {
    if (work.isTransfer()) {
      return OverheadClass.DATA_TRANSFER.label();
    }
    return instant < work.at(EventType.COMPLETED) - work.wallclock().orElse(0)
        ? OverheadClass.UNIDENTIFIED.label()
        : COMPUTE;
  }
}
