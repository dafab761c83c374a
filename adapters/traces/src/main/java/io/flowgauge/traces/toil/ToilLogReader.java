package io.flowgauge.traces.toil;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import java.io.IOException;
import java.util.List;

/**
 * Reads logs of Toil, from version 5 on: what the leader writes to standard error, best with {@code
 * --logDebug}. Beside it, logs of workers ({@code --writeLogs}) and statistics ({@link
 * ToilStatisticsReader}) add to it. Stateless and thread-safe.
 *
 * <p>A job that the leader issues is an activity, with those that its worker chains to it; its type
 * is the class or function, and the unit of work without the numbers of scattering. Each issue is
 * an attempt.
 *
 * <table>
 * <caption>Events of an attempt</caption>
 * <tr><th>event</th><th>from</th></tr>
 * <tr><td>SUBMITTED</td><td>{@code Issued job}</td></tr>
 * <tr><td>ACTIVE</td><td>{@code start} in statistics; else {@code Working on job} in the worker's
 *     log, which the leader's repeats with {@code --logDebug}, and of jobs that fail</td></tr>
 * <tr><td>COMPLETED</td><td>{@code Job ended}, with {@code --logDebug} only; else when the worker
 *     was done</td></tr>
 * <tr><td>FAILED</td><td>{@code Job failed with exit value}, {@code Job … is completely
 *     failed}</td></tr>
 * </table>
 *
 * <p>T(a) is the time in statistics, or how long the worker says it ran; the processor is the host
 * of the worker. Dependencies are in logs with {@code --logDebug} only ({@code Added job … as
 * coming after job …}): a follow-on waits for all that comes after the children. Of several runs in
 * one log, the last one is read. What {@code --logFile} writes has no times.
 */
public final class ToilLogReader implements RunReader {

  /** A reader, as the service loader makes it. */
  public ToilLogReader() {}

  @Override
  public String format() {
    return "toil-log";
  }

  @Override
  public Match match(TraceFile file) {
    if (ToilLog.isOfWorker(file.head())
        || StatisticsParser.isRecords(file)
        || StatisticsParser.isSums(file)) {
      return Match.COMPANION;
    }
    return ToilLog.begins(file.head()) ? Match.RUN : Match.NO;
  }

  /** The leader gives its jobs in the order in which it schedules them, but logs may be mixed. */
  @Override
  public boolean leavesOutCycles() {
    return true;
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    into.timeBase(TimeBase.UTC);
    ToilLog log = new ToilLog();
    log.leader(file);
    if (log.runs == 0 && log.jobs.isEmpty()) {
      throw file.error("", "no job", "the log of a leader, with lines such as 'Issued job …'");
    }
    for (TraceFile each : companions) {
      if (ToilLog.isOfWorker(each.head())) {
        log.worker(each);
      }
    }
    ToilRecording recording = new ToilRecording(log);
    for (StatisticsParser statistics : ToilStatisticsReader.parse(companions)) {
      if (recording.concerns(statistics)) {
        statistics.logs.forEach(log::worker);
        recording.add(statistics);
      }
    }
    recording.record(into);
    tell(file, log, recording, into);
    return "";
  }

  private static void tell(TraceFile file, ToilLog log, ToilRecording recording, RunRecorder into) {
    if (!recording.hasTimes()) {
      warn(file, "no line has a time, as --logFile writes them; standard error has times", into);
    } else if (!log.hasEnds && log.jobs.values().stream().anyMatch(ToilJob::isOpen)) {
      warn(
          file,
          "nothing tells when jobs began, or ended well: Toil logs it with --logDebug only; such jobs"
              + " have no events once the run has ended",
          into);
    }
    if (log.runs > 1) {
      warn(file, log.runs + " runs one after the other; the last one is read", into);
    }
    if (!log.outcome.isEmpty() && !log.outcome.equals("successfully")) {
      into.diagnostic(Diagnostic.info(file.fileName(), "the run finished " + log.outcome));
    }
  }

  private static void warn(TraceFile file, String text, RunRecorder into) {
    into.diagnostic(Diagnostic.warning(file.fileName(), text));
  }
}
