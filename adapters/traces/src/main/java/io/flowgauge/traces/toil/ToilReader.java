package io.flowgauge.traces.toil;

import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.toil.ToilJob.ToilAttempt;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads logs of Toil's leader that have times, preferably those of {@code --logDebug}, and the
 * output of {@code toil stats --raw}. Stateless and thread-safe.
 *
 * <p>A job is an activity, whose type is its name without the numbers of scattered parts.
 *
 * <table>
 * <caption>Events</caption>
 * <tr><th>event</th><th>from</th></tr>
 * <tr><td>SUBMITTED</td><td>{@code Issued job J}; each time is an attempt</td></tr>
 * <tr><td>ACTIVE</td><td>{@code Working on job J} in the log of the worker, which has the host, too</td></tr>
 * <tr><td>COMPLETED</td><td>{@code Job ended: J}; {@code Completed body for J} if the worker
 *     then continued with a successor</td></tr>
 * <tr><td>FAILED</td><td>{@code Job failed with exit value N: J}</td></tr>
 * </table>
 *
 * <p>Dependencies come from {@code Added job J as coming after job K}, and from workers that
 * continue with a successor. Jobs that Toil schedules only after other successors of K, such as
 * follow-ons, depend on the last of these. Without {@code --logDebug}, Toil says when jobs are
 * issued or fail, but not when they end. If Toil was restarted into the same log, the run is over
 * all starts.
 *
 * <p>The statistics have no times of day. Together with a log they give T(a) of jobs that are the
 * only ones of their name; alone, each such job is an activity without events.
 */
public final class ToilReader implements RunReader {
  private static final String UNSEEN =
      "ends of jobs are not in the log: Toil logs them only with --logDebug";

  /** A reader, as the service loader makes it. */
  public ToilReader() {}

  @Override
  public String format() {
    return "toil";
  }

  @Override
  public Match match(TraceFile file) {
    return ToilStatistics.fits(file) || ToilLog.begins(file.head()) ? Match.RUN : Match.NO;
  }

  @Override
  public Optional<TraceFile> main(List<TraceFile> runs) {
    List<TraceFile> logs = runs.stream().filter(file -> ToilLog.hasTimes(file.head())).toList();
    List<TraceFile> statistics = runs.stream().filter(ToilStatistics::fits).toList();
    List<TraceFile> best = logs.isEmpty() ? statistics : logs;
    return best.size() == 1 ? Optional.of(best.get(0)) : Optional.empty();
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    if (ToilStatistics.fits(file)) {
      ToilStatistics.parse(file).recordInto(into);
      return "";
    }
    ToilLog log = ToilLog.parse(file);
    if (log.jobs.isEmpty()) {
      throw file.error("", "no job", "lines such as \"Issued job … with job batch system ID: 1\"");
    }
    into.timeBase(log.timeBase);
    log.started.ifPresent(into::start);
    Map<ToilJob, String> ids = record(log, into);
    for (TraceFile each : companions) {
      if (ToilStatistics.fits(each)) {
        ToilStatistics.parse(each).recordTimes(ids, into);
      }
    }
    log.ended.ifPresent(into::end);
    remark(log, file, into);
    return "";
  }

  private static Map<ToilJob, String> record(ToilLog log, RunRecorder into) {
    Map<String, Integer> uses = new HashMap<>();
    log.jobs.values().forEach(job -> uses.merge(job.label, 1, Integer::sum));
    Map<ToilJob, String> ids = new HashMap<>();
    for (ToilJob job : log.jobs.values()) {
      String instance = job.storeId.substring(job.storeId.lastIndexOf('/') + 1);
      boolean isUnique = uses.get(job.label) == 1;
      ids.put(job, isUnique ? job.label : job.label + " (" + instance + ")");
    }
    for (ToilJob job : log.jobs.values()) {
      String id = ids.get(job);
      into.activity(Activity.of(id, job.type()).withAttributes(attributes(job)));
      for (int k = 0; k < job.attempts.size(); k++) {
        record(id, job.attempts.get(k), k + 1, into);
      }
    }
    log.jobs
        .values()
        .forEach(
            job -> job.successors.forEach(next -> into.dependency(ids.get(job), ids.get(next))));
    return ids;
  }

  private static Map<String, String> attributes(ToilJob job) {
    String exit = job.attempts.isEmpty() ? "" : job.last().exit;
    return exit.isEmpty()
        ? Map.of("jobStoreId", job.storeId)
        : Map.of("jobStoreId", job.storeId, "exit", exit);
  }

  private static void record(String id, ToilAttempt attempt, int number, RunRecorder into) {
    event(id, EventType.SUBMITTED, attempt.issued, number, into);
    event(id, EventType.ACTIVE, attempt.begun, number, into);
    EventType end = attempt.isFailed ? EventType.FAILED : EventType.COMPLETED;
    event(id, end, attempt.ended(), number, into);
    if (!attempt.host.isEmpty()) {
      into.assign(id, number, attempt.host);
    }
  }

  private static void event(
      String id, EventType type, OptionalLong time, int attempt, RunRecorder into) {
    time.ifPresent(nanos -> into.record(id, type, nanos, attempt));
  }

  private static void remark(ToilLog log, TraceFile file, RunRecorder into) {
    boolean isUnseen =
        log.ended.isPresent()
            && log.jobs.values().stream()
                .anyMatch(job -> !job.attempts.isEmpty() && job.last().ended().isEmpty());
    if (isUnseen) {
      into.diagnostic(Diagnostic.warning(file.fileName(), UNSEEN));
    }
    if (log.starts > 1) {
      into.diagnostic(
          Diagnostic.info(
              file.fileName(),
              "Toil was started " + log.starts + " times: the run is over all of them"));
    }
    if (log.ended.isPresent() && !log.outcome.equals("successfully")) {
      into.diagnostic(Diagnostic.info(file.fileName(), "the run finished " + log.outcome));
    }
  }
}
