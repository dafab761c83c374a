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

/** Collects what Snakemake reports about a run, in any of its forms. Not thread-safe. */
final class SnakeRun {
  static final String SCHEDULING = "scheduling";

  private final Map<String, SnakeJob> jobs = new LinkedHashMap<>();
  private final List<ServiceInterval> services = new ArrayList<>();
  private final Remarks remarks;

  /** Jobs of the current start of Snakemake by number. */
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

  /** Records a start of Snakemake, which numbers jobs anew. */
  void start(OptionalLong nanos) {
    starts++;
    numbered.clear();
    group.clear();
    finished = OptionalLong.empty();
    started = started.isPresent() ? started : nanos;
  }

  /** Records the end of Snakemake: no job will start unless Snakemake is started again. */
  void finish(OptionalLong nanos) {
    finished = nanos;
  }

  void setCores(int number) {
    cores = OptionalInt.of(number);
  }

  /** Records that jobs run on a cluster, except those of local rules. */
  void markCluster() {
    cluster = true;
  }

  void begin(long number, JobInfo info, OptionalLong nanos) {
    SnakeJob job = jobs.computeIfAbsent(info.identity(), identity -> new SnakeJob(info));
    numbered.put(number, job);
    job.begin(nanos);
    finished = OptionalLong.empty();
  }

  /** Records the command of a job's current attempt. */
  void setCommand(long number, String command) {
    job(number).info().command = command;
  }

  /** Announces a group: the jobs that follow are submitted to a cluster together. */
  void beginGroup() {
    group.clear();
  }

  void joinGroup(long number) {
    group.add(number);
  }

  void submitted(long number, String externalId, OptionalLong nanos) {
    cluster = true;
    job(number).current().recordSubmission(nanos, externalId);
  }

  /** Records that the group logged last was submitted to a cluster. */
  void groupSubmitted(String externalId, OptionalLong nanos) {
    group.forEach(number -> submitted(number, externalId, nanos));
  }

  void retry(long number) {
    job(number).retry();
  }

  void end(long number, EventType type, OptionalLong nanos) {
    SnakeJob job = job(number);
    if (job.isKnownEnd(type)) {
      remarks.info("failures reported more than once: the first is used", "job " + number);
    } else {
      job.end(type, nanos);
    }
  }

  void addService(long begin, long end) {
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

  /** Returns when Snakemake ended; empty if that was not logged. */
  OptionalLong finished() {
    return finished;
  }

  /**
   * Returns the number of cores that Snakemake used on its own machine; empty if jobs ran on a
   * cluster.
   */
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
