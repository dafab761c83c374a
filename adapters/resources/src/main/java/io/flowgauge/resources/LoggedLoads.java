package io.flowgauge.resources;

import io.flowgauge.log.read.EventCursor;
import io.flowgauge.run.RunRecorder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongFunction;

/**
 * How long the activities of a run waited for processors on one host, from the events that a {@link
 * ResourceLog} wrote there. The host need not know which processes belong to the run, and may also
 * have watched others: processes outside the run count as external load here.
 *
 * <pre>{@code
 * LoggedLoads loads = LoggedLoads.of("site2/node1", recorder);
 * while (event.next()) {
 *   loads.take(event);
 * }
 * loads.of(pid -> Optional.ofNullable(activities.get(pid)))
 *     .forEach(load -> load.recordInto(recorder));
 * }</pre>
 *
 * <p>All samples are kept, because it may become known only later which activity a process belongs
 * to. Not thread-safe.
 */
public final class LoggedLoads {
  /** All possible processors: those in the log were online. */
  private static final CpuSet ANY = CpuSet.parse("0-65535");

  private static final double NANOS = 1e9;

  private static final int PID = 0;
  private static final int SECONDS = 3;
  private static final int RAN = 4;
  private static final int EXTERNAL = 5;
  private static final int SERIALISED = 6;
  private static final int THREADS = 10;
  private static final int CPUS = 11;
  private static final int PROCESSORS = 12;
  private static final int IDLE = 13;

  private final String host;
  private final HostSeries series;
  private final List<Sample> samples = new ArrayList<>();
  private final Map<String, CpuSet> sets = new HashMap<>();
  private long originNanos = Long.MIN_VALUE;

  /** The sample of a process in an interval. */
  private record Sampled(
      long pid,
      double seconds,
      double ran,
      double waited,
      int threads,
      SchedulingGroup.Key at,
      double idle) {
    double most() {
      return threads * seconds;
    }
  }

  /** The processes of an interval that ends at {@code now}; the first has no {@code since}. */
  private record Sample(double now, OptionalDouble since, List<Sampled> processes) {
    /** Returns the length of the interval; of the first one, the longest time of its processes. */
    double seconds() {
      return since.isPresent()
          ? now - since.getAsDouble()
          : processes.stream().mapToDouble(Sampled::seconds).max().orElse(0);
    }
  }

  private LoggedLoads(String host, RunRecorder recorder) {
    this.host = host;
    series = new HostSeries(recorder);
  }

  /**
   * Creates the loads of a host.
   *
   * @param host its name in the run
   * @param recorder receives the loads of the host itself, as soon as they are read
   * @return loads without samples yet
   * @throws IllegalArgumentException if the name is empty
   */
  public static LoggedLoads of(String host, RunRecorder recorder) {
    if (host.isEmpty()) {
      throw new IllegalArgumentException("the name of a host must not be empty");
    }
    return new LoggedLoads(host, Objects.requireNonNull(recorder, "recorder"));
  }

  /**
   * Reads the current event of a cursor on the log of this host; ignores events that are not from a
   * {@link ResourceLog}.
   *
   * @param event a cursor at an event
   */
  public void take(EventCursor event) {
    if (event.schema().equals(ResourceLog.HOST_SCHEMA)) {
      series.take(event, host);
      if (event.string(0).equals(HostQuantity.CPU_BUSY.label())) {
        begin(event.timeNanos());
      }
    } else if (event.schema().equals(ResourceLog.PROCESS_SCHEMA) && !samples.isEmpty()) {
      samples.get(samples.size() - 1).processes().add(process(event));
    }
  }

  /** Begins a sample, at the event of the load of the processors, which comes first in each. */
  private void begin(long nanos) {
    originNanos = originNanos == Long.MIN_VALUE ? nanos : originNanos;
    double now = (nanos - originNanos) / NANOS;
    OptionalDouble since =
        samples.isEmpty()
            ? OptionalDouble.empty()
            : OptionalDouble.of(Math.min(now, samples.get(samples.size() - 1).now()));
    samples.add(new Sample(now, since, new ArrayList<>()));
  }

  private Sampled process(EventCursor event) {
    CpuSet cpus = sets.computeIfAbsent(event.string(CPUS), CpuSet::parse);
    double processors = event.float64(PROCESSORS);
    boolean isLimited = processors < cpus.count();
    return new Sampled(
        event.int64(PID),
        event.float64(SECONDS),
        event.float64(RAN),
        event.float64(EXTERNAL) + event.float64(SERIALISED),
        event.int32(THREADS),
        new SchedulingGroup.Key(cpus, isLimited ? new Quota("limited", processors) : Quota.NONE),
        event.float64(IDLE));
  }

  /**
   * The loads of activities, from all samples so far.
   *
   * @param activity returns the id of the activity that a process belongs to; empty if it does not
   *     belong to the run
   * @return a load for each activity of which a process was sampled
   */
  public List<ActivityLoad> of(LongFunction<Optional<String>> activity) {
    Map<String, ActivityTally> tallies = new LinkedHashMap<>();
    Map<SchedulingGroup.Key, SchedulingGroup> groups = new HashMap<>();
    for (Sample sample : samples) {
      Map<Sampled, ActivityTally> own = new LinkedHashMap<>();
      for (Sampled process : sample.processes()) {
        activity
            .apply(process.pid())
            .ifPresent(id -> own.put(process, tallies.computeIfAbsent(id, ActivityTally::new)));
      }
      settle(sample, own.keySet(), groups);
      own.forEach((process, tally) -> tally.watchedFrom(sample.now() - process.seconds()));
      own.forEach((process, tally) -> add(process, tally, groups.get(process.at()), sample.now()));
      tallies.values().forEach(tally -> tally.close(sample.now()));
    }
    return tallies.values().stream().map(ActivityTally::load).toList();
  }

  private static void settle(
      Sample sample, Iterable<Sampled> own, Map<SchedulingGroup.Key, SchedulingGroup> groups) {
    groups.values().forEach(SchedulingGroup::begin);
    Map<SchedulingGroup, Double> idle = new HashMap<>();
    for (Sampled process : own) {
      SchedulingGroup group = groups.computeIfAbsent(process.at(), SchedulingGroup::new);
      group.add(process.ran(), process.waited(), process.most());
      idle.put(group, process.idle());
    }
    groups.values().removeIf(SchedulingGroup::isEmpty);
    double length = sample.seconds();
    if (length > 0) {
      idle.forEach(
          (group, seconds) -> group.computeExternalShare(groups.values(), ANY, seconds, length));
    }
  }

  private static void add(Sampled process, ActivityTally tally, SchedulingGroup group, double now) {
    double most = process.threads() * (now - tally.watchedSince());
    tally.add(process.ran(), process.waited(), group.externalShare(), most);
  }

  @Override
  public String toString() {
    return "LoggedLoads[" + host + ", " + samples.size() + " samples]";
  }
}
