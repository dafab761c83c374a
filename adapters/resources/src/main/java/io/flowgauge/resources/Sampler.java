package io.flowgauge.resources;

import java.io.Closeable;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;

/** Samples a host and some of its processes. Not thread-safe. */
final class Sampler implements Closeable {
  private final ProcFolder proc;
  private final Path groups;
  private final HostReader host;
  private final GroupSampler groupSampler;
  private final DoubleSupplier clock;
  private final int limit;
  private final KernelText text = new KernelText();
  private final long pageBytes;
  private final Map<Long, WatchedProcess> processes = new LinkedHashMap<>();
  private final Map<String, ActivityTally> tallies = new LinkedHashMap<>();
  private final Map<SchedulingGroup.Key, SchedulingGroup> schedulingGroups = new HashMap<>();
  private double last = Double.NaN;
  private double lastLength;
  private long overLimit;

  /** The folders of the kernel's files. */
  record Roots(Path proc, Path devices, Path groups) {
    static Roots ofSystem() {
      return new Roots(Path.of("/proc"), Path.of("/sys"), ControlGroups.root());
    }
  }

  /**
   * Creates a sampler that watches no process.
   *
   * @param clock seconds from any fixed moment
   * @param limit the most processes watched at a time
   */
  Sampler(Roots roots, DoubleSupplier clock, int limit) {
    this.proc = new ProcFolder(roots.proc());
    this.groups = roots.groups();
    this.groupSampler = new GroupSampler(roots.groups());
    this.host = new HostReader(roots.proc(), roots.devices());
    this.clock = clock;
    this.limit = limit;
    this.pageBytes = proc.pageBytes();
  }

  ProcFolder proc() {
    return proc;
  }

  KernelText text() {
    return text;
  }

  long pageBytes() {
    return pageBytes;
  }

  Quota quota(long pid) {
    return Quota.of(proc.of(pid), groups);
  }

  List<Path> groups(long pid, Quota quota) {
    return ControlGroups.relevant(proc.of(pid), groups, quota);
  }

  /** Returns the group of a thread; if its processors are not known, it may use all. */
  SchedulingGroup group(CpuSet cpus, Quota quota) {
    CpuSet known = cpus.isEmpty() ? CpuSet.parse("0-65535") : cpus;
    return schedulingGroups.computeIfAbsent(
        new SchedulingGroup.Key(known, quota), SchedulingGroup::new);
  }

  /**
   * Watches a process, and the processes it starts; false if it has ended, may not be read, or too
   * many are watched. A process already watched moves to the activity.
   */
  boolean watch(long pid, String activity) {
    WatchedProcess before = processes.get(pid);
    if (before != null && before.isAlive(text) && before.tally.activity().equals(activity)) {
      return true;
    }
    if (before == null && processes.size() >= limit) {
      overLimit++;
      return false;
    }
    double sinceLast = Double.isNaN(last) ? 0 : clock.getAsDouble() - last;
    Optional<WatchedProcess> opened = open(pid, tally(activity), Math.max(lastLength, sinceLast));
    opened.ifPresent(process -> put(pid, process));
    return opened.isPresent();
  }

  private void put(long pid, WatchedProcess process) {
    WatchedProcess former = processes.put(pid, process);
    if (former != null) {
      former.close();
    }
  }

  private ActivityTally tally(String activity) {
    return tallies.computeIfAbsent(activity, ActivityTally::new);
  }

  /**
   * Opens a process.
   *
   * @param young the age in seconds up to which a process is measured from its start
   */
  private Optional<WatchedProcess> open(long pid, ActivityTally tally, double young) {
    double now = clock.getAsDouble();
    OptionalDouble age = proc.ageSeconds(pid);
    boolean whole = age.isPresent() && age.getAsDouble() <= young;
    return WatchedProcess.open(this, pid, tally, whole ? now - age.getAsDouble() : now, whole);
  }

  /** Takes a sample. */
  ResourceSample sample() {
    double now = clock.getAsDouble();
    double seconds = Double.isNaN(last) ? 0 : now - last;
    last = now;
    lastLength = seconds;
    HostSample hostSample = host.read(text, now, seconds);
    measure();
    if (seconds > 0) {
      settle(seconds);
    }
    List<ProcessSample> samples = new ArrayList<>(processes.size());
    processes.values().forEach(process -> process.tally.watchedFrom(process.intervalStart()));
    processes.values().forEach(process -> samples.add(process.sample(now)));
    tallies.values().forEach(tally -> tally.close(now));
    List<GroupSample> groupSamples = groupSampler.sample(processes.values(), text, now);
    return new ResourceSample(Instant.now(), seconds, hostSample, samples, groupSamples);
  }

  /** Returns the moment of the current sample, in seconds of the clock. */
  double now() {
    return last;
  }

  private void measure() {
    List<WatchedProcess> children = new ArrayList<>();
    Iterator<WatchedProcess> each = processes.values().iterator();
    while (each.hasNext()) {
      WatchedProcess process = each.next();
      if (process.measure(this)) {
        adopt(process, children);
      } else {
        each.remove();
        process.close();
      }
    }
    children.forEach(child -> put(child.pid, child));
  }

  /**
   * Watches the children of a process. Those it started while watched are measured from their
   * start.
   */
  private void adopt(WatchedProcess parent, List<WatchedProcess> children) {
    for (long pid : parent.children(text)) {
      if (!processes.containsKey(pid) && processes.size() + children.size() < limit) {
        open(pid, parent.tally, last - parent.watchedSince())
            .filter(child -> child.measure(this))
            .ifPresent(children::add);
      }
    }
  }

  private void settle(double seconds) {
    schedulingGroups.values().forEach(SchedulingGroup::begin);
    for (WatchedProcess process : processes.values()) {
      process.threads().forEach(thread -> thread.group.add(thread.ran, thread.waited, seconds));
    }
    schedulingGroups.values().removeIf(SchedulingGroup::isEmpty);
    for (SchedulingGroup group : schedulingGroups.values()) {
      CpuSet online = host.processors().online();
      double idle = host.processors().idle(group.cpus(online));
      group.computeExternalShare(schedulingGroups.values(), online, idle, seconds);
    }
  }

  /** Returns the load of an activity so far; empty if no process of it was ever watched. */
  Optional<ActivityLoad> load(String activity) {
    return Optional.ofNullable(tallies.get(activity)).map(ActivityTally::load);
  }

  /** Returns the load of each activity so far. */
  List<ActivityLoad> loads() {
    return tallies.values().stream().map(ActivityTally::load).collect(Collectors.toList());
  }

  /** Stops watching an activity's processes and forgets its measurements. */
  void forget(String activity) {
    processes
        .values()
        .removeIf(
            process -> {
              boolean isOf = process.tally.activity().equals(activity);
              if (isOf) {
                process.close();
              }
              return isOf;
            });
    tallies.remove(activity);
  }

  /** How often a process was not watched because there were too many. */
  long overLimit() {
    return overLimit;
  }

  @Override
  public void close() {
    processes.values().forEach(WatchedProcess::close);
    processes.clear();
    groupSampler.close();
    host.close();
  }
}
