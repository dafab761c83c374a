package io.flowgauge.metrics.oracle;

import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.metrics.oracle.PlainRun.Work;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * The overhead hierarchy (definitions, "Parallel section" and "Sums without overlap") by recursion
 * over a region tree, in seconds. Valid only if the members of each section are activities, or
 * sequences of activities on one processor, and every event is known.
 */
final class HierarchyOracle {
  private static final double NANOS = 1e9;

  private final PlainRun run;
  private final PlainTimes times;

  HierarchyOracle(PlainRun run) {
    this.run = run;
    this.times = new PlainTimes(run);
  }

  private List<Work> works(Region region) {
    if (region.activity().isPresent()) {
      return List.of(run.work(region.activity().get()));
    }
    List<Work> works = new ArrayList<>();
    region.members().forEach(member -> works.addAll(works(member)));
    return works;
  }

  private long start(Region region) {
    return works(region).stream().mapToLong(Work::firstEvent).min().orElseThrow();
  }

  private long end(Region region) {
    return works(region).stream().mapToLong(w -> w.at(EventType.COMPLETED)).max().orElseThrow();
  }

  double time(Region region) {
    return (end(region) - start(region)) / NANOS;
  }

  double timeOfRun(Region root) {
    return (end(root) - run.startNanos()) / NANOS;
  }

  double ideal(Region region) {
    if (region.activity().isPresent()) {
      return times.ideal(run.work(region.activity().get())) / NANOS;
    }
    var ideals = region.members().stream().mapToDouble(this::ideal);
    return region.kind().isSequential() ? ideals.sum() : ideals.min().orElseThrow();
  }

  /** Returns the overheads of the root region, from the start of the run. */
  Map<OverheadClass, Double> ofRun(Region root) {
    Map<OverheadClass, Double> sums = new EnumMap<>(OverheadClass.class);
    addAll(sums, withoutServices(root), 1);
    gap(sums, run.startNanos(), start(root));
    services(sums, run.startNanos(), end(root));
    return sums;
  }

  /**
   * Returns the overheads of a region. A service counts in full in every region while nothing else
   * of the run is under way.
   */
  Map<OverheadClass, Double> overheads(Region region) {
    Map<OverheadClass, Double> sums = withoutServices(region);
    services(sums, start(region), end(region));
    return sums;
  }

  private Map<OverheadClass, Double> withoutServices(Region region) {
    if (region.activity().isPresent()) {
      return exposed(run.work(region.activity().get()));
    }
    return region.kind().isSequential() ? sequence(region) : section(region);
  }

  private Map<OverheadClass, Double> sequence(Region region) {
    Map<OverheadClass, Double> sums = new EnumMap<>(OverheadClass.class);
    Region before = null;
    for (Region member : region.members()) {
      if (before != null) {
        gap(sums, end(before), start(member));
      }
      addAll(sums, withoutServices(member), 1);
      before = member;
    }
    return sums;
  }

  private Map<OverheadClass, Double> section(Region region) {
    Map<OverheadClass, Double> sums = new EnumMap<>(OverheadClass.class);
    for (Region member : region.members()) {
      double speed = speed(works(member).get(0));
      addAll(sums, withoutServices(member), speed / speedUsed(works(region)));
    }
    transfers(region, sums);
    List<Work> computing = works(region).stream().filter(w -> !w.isTransfer()).toList();
    if (region.kind() == RegionKind.REPLICAS) {
      double rate = computing.stream().mapToDouble(w -> 1 / seconds(w)).sum();
      double fastest = computing.stream().mapToDouble(HierarchyOracle::seconds).min().orElseThrow();
      add(sums, OverheadClass.REPLICATED_JOBS, computing.size() / rate - fastest);
    } else if (!computing.isEmpty()) {
      loss(region, computing, sums);
    }
    return sums;
  }

  private void loss(Region region, List<Work> computing, Map<OverheadClass, Double> sums) {
    Map<String, Double> blocks = new HashMap<>();
    computing.forEach(w -> blocks.merge(w.processor().orElseThrow(), seconds(w), Double::sum));
    List<Double> members = new ArrayList<>();
    boolean shared = false;
    TreeSet<String> seen = new TreeSet<>();
    for (Region member : region.members()) {
      List<Work> own = works(member).stream().filter(w -> !w.isTransfer()).toList();
      if (!own.isEmpty()) {
        members.add(own.stream().mapToDouble(HierarchyOracle::seconds).sum());
        shared |= !seen.add(own.get(0).processor().orElseThrow());
      }
    }
    double shortest = members.stream().mapToDouble(t -> t).min().orElseThrow();
    double longest = blocks.values().stream().mapToDouble(t -> t).max().orElseThrow();
    double work = computing.stream().mapToDouble(w -> seconds(w) * speed(w)).sum();
    double level = work / speedUsed(computing);
    double imbalance = shared ? longest - level : longest - shortest;
    add(sums, OverheadClass.LOAD_IMBALANCE, imbalance);
    add(sums, OverheadClass.SERIALISATION, longest - shortest - imbalance);
  }

  private void transfers(Region region, Map<OverheadClass, Double> sums) {
    List<Region> direct =
        region.members().stream()
            .filter(m -> m.activity().isPresent() && works(m).get(0).isTransfer())
            .toList();
    if (!direct.isEmpty()) {
      double mean = direct.stream().mapToLong(m -> end(m) - start(region)).average().orElseThrow();
      long last = direct.stream().mapToLong(m -> end(m) - start(region)).max().orElseThrow();
      add(sums, OverheadClass.DATA_TRANSFER_IMBALANCE, (last - mean) / NANOS);
    }
  }

  private static double seconds(Work work) {
    return PlainTimes.wallclock(work) / NANOS;
  }

  private double speed(Work work) {
    return work.processor().flatMap(run::processor).map(Processor::speed).orElseThrow();
  }

  private double speedUsed(List<Work> works) {
    TreeSet<String> used = new TreeSet<>();
    works.forEach(w -> used.add(w.processor().orElseThrow()));
    return used.stream().mapToDouble(p -> run.processor(p).orElseThrow().speed()).sum();
  }

  /** Adds enactment: the part of a gap during which no service worked. */
  private void gap(Map<OverheadClass, Double> sums, long from, long to) {
    for (long[] i : times.elementary(from, to)) {
      if (exposedService(i[0]).isEmpty()) {
        add(sums, OverheadClass.ENACTMENT, length(i));
      }
    }
  }

  private void services(Map<OverheadClass, Double> sums, long from, long to) {
    for (long[] i : times.elementary(from, to)) {
      exposedService(i[0]).ifPresent(c -> add(sums, c, length(i)));
    }
  }

  private Optional<OverheadClass> exposedService(long instant) {
    return run.services().stream()
        .filter(s -> s.beginNanos() <= instant && instant < s.endNanos())
        .filter(s -> nothingUnderWay(instant))
        .map(AttributionOracle::serviceClass)
        .findFirst();
  }

  private boolean nothingUnderWay(long instant) {
    return run.works().stream()
        .noneMatch(w -> w.firstEvent() <= instant && instant < w.at(EventType.COMPLETED));
  }

  /** Returns overheads by definitions, "One activity", counting only exposed parts of waits. */
  private Map<OverheadClass, Double> exposed(Work work) {
    return ofActivity(work, i -> times.isAttemptBlocked(work, i[0]) ? 0 : 1);
  }

  /** Returns overheads by definitions, "One activity", counting waits in full. */
  Map<OverheadClass, Double> raw(Work work) {
    return ofActivity(work, i -> 1);
  }

  private Map<OverheadClass, Double> ofActivity(Work work, ToDoubleFunction<long[]> exposure) {
    Map<OverheadClass, Double> sums = new EnumMap<>(OverheadClass.class);
    long started = work.at(EventType.STARTED);
    long submitted = work.at(EventType.SUBMITTED);
    long pending = work.at(EventType.PENDING);
    long active = work.at(EventType.ACTIVE);
    for (long[] i : times.elementary(started, submitted)) {
      boolean prepared = PlainTimes.inside(work, i[0]) == PlainTimes.Inside.PREPARATION;
      add(sums, prepared ? OverheadClass.PREPARATION : OverheadClass.SUBMISSION, length(i));
    }
    for (long[] i : times.elementary(submitted, pending)) {
      add(sums, OverheadClass.WAITING, length(i) * exposure.applyAsDouble(i));
    }
    for (long[] i : times.elementary(pending, active)) {
      add(sums, OverheadClass.QUEUE_RESIDENCY, length(i) * exposure.applyAsDouble(i));
    }
    processing(work, active, sums);
    long failed = lastFailure(work);
    if (failed != Long.MIN_VALUE) {
      for (long[] i : times.elementary(work.firstEvent(), failed)) {
        double part = PlainTimes.isWorkLost(work, i[0]) ? 1 : exposure.applyAsDouble(i);
        add(sums, OverheadClass.RESTART, length(i) * part);
      }
      for (long[] i : times.elementary(failed, started)) {
        add(sums, OverheadClass.RESUBMISSION, length(i) * exposure.applyAsDouble(i));
      }
    }
    return sums;
  }

  private void processing(Work work, long active, Map<OverheadClass, Double> sums) {
    double span = (work.at(EventType.COMPLETED) - active - PlainTimes.suspended(work)) / NANOS;
    add(sums, OverheadClass.SUSPENDED, PlainTimes.suspended(work) / NANOS);
    if (work.isTransfer()) {
      add(sums, OverheadClass.DATA_TRANSFER, span);
      return;
    }
    double inside = 0;
    double outside = 0;
    for (long[] i : times.elementary(active, work.at(EventType.COMPLETED))) {
      PlainTimes.Inside kind = PlainTimes.inside(work, i[0]);
      if (kind != PlainTimes.Inside.COMPUTE && !PlainTimes.isSuspended(work, i[0])) {
        add(sums, classOf(kind), length(i));
        if (PlainTimes.isInApplication(work, i[0])) {
          inside += length(i);
        } else {
          outside += length(i);
        }
      }
    }
    add(sums, OverheadClass.POLLING, span - seconds(work) - outside);
    add(sums, OverheadClass.EXTERNAL_LOAD, seconds(work) - times.ideal(work) / NANOS - inside);
  }

  private static OverheadClass classOf(PlainTimes.Inside kind) {
    return switch (kind) {
      case PREPARATION -> OverheadClass.PREPARATION;
      case DATA_TRANSFER -> OverheadClass.DATA_TRANSFER;
      case COMMUNICATION -> OverheadClass.COMMUNICATION;
      case SYNCHRONIZATION -> OverheadClass.SYNCHRONIZATION;
      case OTHER -> OverheadClass.OTHER_PARALLEL;
      case COMPUTE -> throw new IllegalArgumentException("computation is no overhead");
    };
  }

  private static long lastFailure(Work work) {
    return work.events().stream()
        .filter(e -> e.type() == EventType.FAILED || e.type() == EventType.ABORTED)
        .mapToLong(ActivityEvent::epochNanos)
        .max()
        .orElse(Long.MIN_VALUE);
  }

  private static double length(long[] interval) {
    return (interval[1] - interval[0]) / NANOS;
  }

  private static void add(Map<OverheadClass, Double> sums, OverheadClass c, double seconds) {
    sums.merge(c, seconds, Double::sum);
  }

  private static void addAll(
      Map<OverheadClass, Double> sums, Map<OverheadClass, Double> of, double weight) {
    of.forEach((c, seconds) -> add(sums, c, seconds * weight));
  }
}
