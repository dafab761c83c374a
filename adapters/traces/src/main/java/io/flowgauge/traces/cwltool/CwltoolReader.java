package io.flowgauge.traces.cwltool;

import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Reads logs of cwltool that have times: {@code cwltool --timestamps … 2> run.log}. Stateless and
 * thread-safe.
 *
 * <p>A job is an activity, whose type is its step; a step that was skipped is an activity, too.
 *
 * <table>
 * <caption>Events</caption>
 * <tr><th>event</th><th>from</th></tr>
 * <tr><td>STARTED</td><td>{@code [workflow …] starting step S}, for all jobs of the step</td></tr>
 * <tr><td>ACTIVE</td><td>{@code [job J]} with its command; jobs run on this machine</td></tr>
 * <tr><td>COMPLETED, FAILED</td><td>{@code [job J] completed success}; with any other
 *     outcome</td></tr>
 * <tr><td>SKIPPED</td><td>{@code [step S] completed skipped}</td></tr>
 * </table>
 *
 * <p>The run begins with the line of the version, and ends with that of the final status; without
 * it, it goes on. Times are local, in whole seconds. The log does not state dependencies. Of
 * several runs in one log, the last one is read.
 */
public final class CwltoolReader implements RunReader {

  /** A reader, as the service loader makes it. */
  public CwltoolReader() {}

  @Override
  public String format() {
    return "cwltool-log";
  }

  @Override
  public Match match(TraceFile file) {
    return CwltoolLog.begins(file.head()) ? Match.RUN : Match.NO;
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    CwltoolLog log = CwltoolLog.parse(file);
    into.timeBase(TimeBase.UNKNOWN_ZONE);
    log.started.ifPresent(into::start);
    log.jobs.values().forEach(job -> record(job, log, into));
    log.ended.ifPresent(into::end);
    if (log.runs > 1) {
      into.diagnostic(
          Diagnostic.warning(
              file.fileName(), log.runs + " runs one after another; the last one is read"));
    }
    if (log.ended.isPresent() && !log.outcome.equals("success")) {
      into.diagnostic(Diagnostic.info(file.fileName(), "the final status is " + log.outcome));
    }
    return "";
  }

  private static void record(CwlJob job, CwltoolLog log, RunRecorder into) {
    Map<String, String> attributes = new TreeMap<>();
    put(attributes, "exit", job.exit);
    put(attributes, "memory", job.memory);
    into.activity(Activity.of(job.name, log.step(job.name)).withAttributes(attributes));
    event(job, EventType.STARTED, job.taken, into);
    event(job, EventType.ACTIVE, job.begun, into);
    job.outcome.ifPresent(type -> event(job, type, job.ended, into));
  }

  private static void put(Map<String, String> attributes, String name, String value) {
    if (!value.isEmpty()) {
      attributes.put(name, value);
    }
  }

  private static void event(CwlJob job, EventType type, OptionalLong time, RunRecorder into) {
    time.ifPresent(nanos -> into.record(job.name, type, nanos, 1));
  }
}
