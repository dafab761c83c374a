package io.flowgauge.traces.snakemake;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.EventType;
import io.flowgauge.run.ServiceInterval;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Collects what Snakemake reports of a run, in any of its forms. Not thread-safe. */
final class SnakeRun {
  static final String SCHEDULING = "scheduling";

  private final Map<String, SnakeJob> jobs = new LinkedHashMap<>();
  private final List<ServiceInterval> services = new ArrayList<>();
  private final Remarks remarks;

  /** Jobs of the present start of Snakemake by their numbers. */
  private final Map<Long, SnakeJob> numbered = new HashMap<>();

  /** Numbers of the jobs of the group that was logged last. */
  private final List<Long> group = new ArrayList<>();

  private OptionalLong started = OptionalLong.empty();
  private OptionalLong finished = OptionalLong.empty();
  private OptionalInt cores = OptionalInt.empty();
  private boolean cluster;
  private int starts;

  SnakeRun(Remarks remarks) {
    this.remarks = remarks;
  }

  Remarks remarks() {
    return remarks;
  }

  /** Snakemake was started: it counts jobs from the beginning. */
  void start(OptionalLong nanos) {
    starts++;
    numbered.clear();
    group.clear();
    finished = OptionalLong.empty();
    started = started.isPresent() ? started : nanos;
  }

  /** Snakemake has ended, so that no job will begin unless it is started again. */
  void finish(OptionalLong nanos) {
    finished = nanos;
  }

  void cores(int number) {
    cores = OptionalInt.of(number);
  }

  /** Jobs go to a cluster, but for those of local rules. */
  void cluster() {
    cluster = true;
  }

  void begin(long number, JobInfo info, OptionalLong nanos) {
    SnakeJob job = jobs.computeIfAbsent(info.identity(), identity -> new SnakeJob(info));
    numbered.put(number, job);
    job.begin(nanos);
    finished = OptionalLong.empty();
  }

  /** The command that the present attempt of a job runs. */
  void command(long number, String command) {
    job(number).info().command = command;
  }

  /** Jobs follow that go to a cluster as one. */
  void group() {
    group.clear();
  }

  void joinGroup(long number) {
    group.add(number);
  }

  void submitted(long number, String externalId, OptionalLong nanos) {
    cluster = true;
    job(number).current().submitted(nanos, externalId);
  }

  /** The group that was logged last was handed to a cluster. */
  void groupSubmitted(String externalId, OptionalLong nanos) {
    group.forEach(number -> submitted(number, externalId, nanos));
  }

  void retry(long number) {
    job(number).retry();
  }

  void end(long number, EventType type, OptionalLong nanos) {
    SnakeJob job = job(number);
    if (job.isKnownEnd(type)) {
      remarks.info("failures reported more than once: the first counts", "job " + number);
    } else {
      job.end(type, nanos);
    }
  }

  void service(long begin, long end) {
    if (begin <= end) {
      services.add(new ServiceInterval(SCHEDULING, begin, end));
    }
  }

  SnakeJob add(JobInfo info) {
    return jobs.computeIfAbsent(info.identity(), identity -> new SnakeJob(info));
  }

  private SnakeJob job(long number) {
    SnakeJob known = numbered.get(number);
    if (known != null) {
      return known;
    }
    remarks.warn("jobs without a beginning in the log: their rule is unknown", "job " + number);
    JobInfo info = new JobInfo();
    info.rule = "job " + number;
    SnakeJob job = add(info);
    numbered.put(number, job);
    return job;
  }

  Collection<SnakeJob> jobs() {
    return jobs.values();
  }

  List<ServiceInterval> services() {
    return services;
  }

  OptionalLong started() {
    return started;
  }

  /** When Snakemake ended; empty if that was not logged. */
  OptionalLong finished() {
    return finished;
  }

  /** How many cores Snakemake used on its own machine; empty where jobs went to a cluster. */
  OptionalInt cores() {
    return cluster ? OptionalInt.empty() : cores;
  }

  boolean isCluster() {
    return cluster;
  }

  int starts() {
    return starts;
  }
}
