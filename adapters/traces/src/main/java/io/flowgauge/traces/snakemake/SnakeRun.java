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

  private OptionalLong started = OptionalLong.empty();
  private OptionalInt cores = OptionalInt.empty();
  private boolean cluster;
  private int starts;

  SnakeRun(Remarks remarks) {
    this.remarks = remarks;
  }

  Remarks remarks() {
    return remarks;
  }

  /** Snakemake was started: it counts jobs anew. */
  void start(OptionalLong nanos) {
    starts++;
    numbered.clear();
    started = started.isPresent() ? started : nanos;
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
  }

  void submitted(long number, String externalId, OptionalLong nanos) {
    cluster = true;
    job(number).current().submitted(nanos, externalId);
  }

  void end(long number, EventType type, OptionalLong nanos) {
    job(number).end(type, nanos);
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
