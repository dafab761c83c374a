package io.flowgauge.traces.toil;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Activity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Joins statistics to the jobs of a log, if there is one, and tells a recorder. Used once. */
final class ToilRecording {
  private final ToilLog log;
  private final Remarks remarks = new Remarks();

  /** Jobs that only statistics tell of, by what they are told apart by. */
  private final Map<String, ToilJob> others = new LinkedHashMap<>();

  private final Map<String, Integer> copies = new LinkedHashMap<>();

  /** How long the leader ran, by statistics. */
  private OptionalLong total = OptionalLong.empty();

  ToilRecording(ToilLog log) {
    this.log = log;
  }

  /** Whether statistics are of the run in the log, as far as their ids tell. */
  boolean concerns(StatisticsParser statistics) {
    List<String> ids =
        statistics.workers.stream()
            .map(worker -> worker.storeId)
            .filter(id -> !id.isEmpty())
            .toList();
    return ids.isEmpty() || ids.stream().anyMatch(log.jobs::containsKey);
  }

  void add(StatisticsParser statistics) {
    statistics.total.ifPresent(nanos -> total = OptionalLong.of(nanos));
    Map<String, Optional<ToilJob>> named = named();
    for (WorkerStatistics worker : statistics.workers) {
      ToilJob job = log.jobs.get(worker.storeId);
      if (job == null && worker.storeId.isEmpty() && worker.jobs.size() == 1) {
        job = named.getOrDefault(worker.jobs.get(0).name, Optional.empty()).orElse(null);
      }
      if (job == null) {
        others(worker);
      } else {
        join(job, worker);
      }
    }
    statistics.sums.forEach(this::sum);
  }

  /** Jobs by names that only one has. */
  private Map<String, Optional<ToilJob>> named() {
    Map<String, Optional<ToilJob>> named = new LinkedHashMap<>();
    for (ToilJob job : log.jobs.values()) {
      named.merge(job.name(), Optional.of(job), (one, other) -> Optional.empty());
    }
    return named;
  }

  private static void join(ToilJob job, WorkerStatistics worker) {
    ToilAttempt attempt =
        job.attempts.stream()
            .filter(each -> worker.failed() && each.failed() && each.wallclock.isEmpty())
            .findFirst()
            .or(job::last)
            .orElseGet(() -> job.add(""));
    worker.start().ifPresent(nanos -> attempt.begun = OptionalLong.of(nanos));
    worker.end().ifPresent(nanos -> attempt.done = OptionalLong.of(nanos));
    worker.time().ifPresent(nanos -> attempt.wallclock = OptionalLong.of(nanos));
    if (attempt.outcome.isEmpty() && worker.end().isPresent()) {
      attempt.outcome = outcome(worker.failed());
    }
    worker.jobs.stream().limit(1).forEach(each -> attributes(job, each));
  }

  private static Optional<EventType> outcome(boolean failed) {
    return Optional.of(failed ? EventType.FAILED : EventType.COMPLETED);
  }

  private static void attributes(ToilJob job, WorkerStatistics.Job from) {
    if (!from.cores.isEmpty()) {
      job.attributes.put("cores", from.cores);
    }
    if (!from.cpu.isEmpty()) {
      job.attributes.put("cpu_seconds", from.cpu);
    }
  }

  private void others(WorkerStatistics worker) {
    if (!log.jobs.isEmpty() && !worker.jobs.isEmpty()) {
      remarks.info(
          "jobs that statistics tell of, and the log does not, as without --logDebug those that the"
              + " leader runs itself",
          worker.jobs.get(0).name);
    }
    for (WorkerStatistics.Job each : worker.jobs) {
      ToilJob job = other(each.name, worker.storeId);
      WorkerStatistics alone = new WorkerStatistics();
      alone.jobs.add(each);
      job.add("");
      join(job, alone);
    }
  }

  private ToilJob other(String name, String storeId) {
    String id = storeId.isEmpty() ? "#" + copies.merge(name, 1, Integer::sum) : storeId;
    return others.computeIfAbsent(name + " " + id, any -> ToilJob.ofStatistics(name, id));
  }

  private void sum(StatisticsParser.Sum sum) {
    if (sum.number() > 1) {
      remarks.warn(
          "names that several jobs have; of their times only the average is known, and taken for"
              + " each",
          sum.name());
    }
    for (int copy = 0; copy < sum.number(); copy++) {
      other(sum.name(), "").add("").wallclock = OptionalLong.of(sum.average());
    }
  }

  /** Whether any event has a time. */
  boolean hasTimes() {
    return all().stream()
        .flatMap(job -> job.attempts.stream())
        .anyMatch(each -> each.issued.isPresent() || each.begun.isPresent());
  }

  void record(RunRecorder into) {
    log.started.ifPresent(into::start);
    all().forEach(job -> record(job, into));
    log.order.forEach((from, to) -> dependency(from, to, into));
    log.ended.ifPresent(into::end);
    if (all().stream().noneMatch(this::hasEvents)) {
      makespan().ifPresent(into::recordedMakespan);
    }
    remarks.tell(into);
  }

  private void dependency(String from, String to, RunRecorder into) {
    if (log.jobs.containsKey(from) && log.jobs.containsKey(to)) {
      into.dependency(log.jobs.get(from).activity(), log.jobs.get(to).activity());
    }
  }

  private OptionalLong makespan() {
    return log.started.isPresent() && log.ended.isPresent()
        ? OptionalLong.of(Math.max(0, log.ended.getAsLong() - log.started.getAsLong()))
        : total;
  }

  private boolean hasEvents(ToilJob job) {
    return job.attempts.stream()
        .anyMatch(each -> isTold(job, each) && (each.begun.isPresent() || each.issued.isPresent()));
  }

  /**
   * A job that seems to go on after the end of the run has not been measured. One that is tried
   * again is told nevertheless: otherwise it would seem to have failed.
   */
  private boolean isTold(ToilJob job, ToilAttempt attempt) {
    return log.outcome.isEmpty() || attempt.outcome.isPresent() || job.attempts.size() > 1;
  }

  private List<ToilJob> all() {
    List<ToilJob> all = new ArrayList<>(log.jobs.values());
    all.addAll(others.values());
    return all;
  }

  private void record(ToilJob job, RunRecorder into) {
    String id = job.activity();
    into.activity(Activity.of(id, job.type()).withAttributes(job.attributes));
    int number = 0;
    for (ToilAttempt attempt : job.attempts) {
      number++;
      if (isTold(job, attempt)) {
        event(id, EventType.SUBMITTED, attempt.issued, number, into);
        event(id, EventType.ACTIVE, attempt.begun, number, into);
      }
      if (attempt.outcome.isPresent()) {
        event(id, attempt.outcome.get(), attempt.end(), number, into);
      }
      if (attempt.wallclock.isPresent()) {
        into.wallclock(id, number, attempt.wallclock.getAsLong());
      }
      if (!attempt.host.isEmpty()) {
        into.assign(id, number, attempt.host);
      }
    }
  }

  private static void event(
      String id, EventType type, OptionalLong time, int attempt, RunRecorder into) {
    time.ifPresent(nanos -> into.record(id, type, nanos, attempt));
  }
}
