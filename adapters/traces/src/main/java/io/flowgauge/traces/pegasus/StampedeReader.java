package io.flowgauge.traces.pegasus;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.netlogger.BpLine;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import java.io.IOException;
import java.util.List;

/**
 * Reads stampede logs: the NetLogger BP files that Pegasus' monitor writes about a run, and the
 * {@code .static.bp} files of the planner, which hold a workflow without events.
 *
 * <p>An <em>activity</em> is a job: Pegasus submits jobs, and events refer to jobs; several tasks
 * of one type may be clustered in a job. An <em>attempt</em> is a job instance, in order of their
 * numbers; an instance that was evicted, or held while it ran, and has to begin again starts
 * another. Events of an attempt:
 *
 * <table>
 * <caption>Events of a job instance</caption>
 * <tr><th>event</th><th>in the log</th></tr>
 * <tr><td>STARTED</td><td>pre.start, else submit.start</td></tr>
 * <tr><td>SUBMITTED</td><td>submit.end with status 0; for an evicted job, the time of eviction</td></tr>
 * <tr><td>PENDING</td><td>globus.submit.end, grid.submit.end</td></tr>
 * <tr><td>ACTIVE</td><td>main.start, each time the job began to run</td></tr>
 * <tr><td>SUSPENDED, RESUMED</td><td>held.start, held.end while ACTIVE, if the job ended without
 *     another main.start</td></tr>
 * <tr><td>COMPLETED, FAILED</td><td>post.end, by status and exit code: for the engine, the post script decides the outcome of a job, whatever the exit code of the job itself. Without a post script, main.end. Also FAILED: pre.end and submit.end with another status, if nothing follows; while the job runs, main.term with another status (eviction) and held.start.</td></tr>
 * <tr><td>ABORTED</td><td>abort.info, or post.end or main.end if later</td></tr>
 * </table>
 *
 * <p>Hence queueing is {@code main.start - submit.end}, and the time the job ran as the engine saw
 * it, {@code main.term - main.start}, is ACTIVE to COMPLETED minus the phase {@code post-script},
 * which lasts from main.term to post.end: a script may have to wait, as DAGMan limits how many run
 * at once.
 *
 * <p>T is the sum of the durations of the job's invocations, which run one after another on one
 * host, without pre and post script; if they ran in parallel, as in an MPI cluster of tasks, it is
 * the time from the first start to the last end. It is not measured if kickstart did not run.
 * Polling thus includes the time until the engine noticed the end, and the post script. Jobs whose
 * type_desc ends in {@code -tx} are data transfers. Immutable and thread-safe.
 *
 * <p>All event times come from the engine's clock ({@code ts} of job events). The clock of the
 * hosts ({@code start_time} of invocations) is only compared with it; only durations are taken from
 * it.
 */
public final class StampedeReader implements RunReader {
  private static final int LINES_TO_LOOK_AT = 20;

  /** A reader of stampede logs. */
  public StampedeReader() {}

  @Override
  public String format() {
    return "pegasus-stampede-bp";
  }

  /**
   * Recognises a run by its first lines: the first must be a BP event, or the beginning of a long
   * one, and at least one must be an event of a stampede log.
   */
  @Override
  public Match match(TraceFile file) {
    return isLog(file) ? Match.RUN : Match.NO;
  }

  static boolean isLog(TraceFile file) {
    List<String> lines =
        file.head().lines().filter(line -> !line.isBlank()).limit(LINES_TO_LOOK_AT).toList();
    boolean known = !lines.isEmpty() && isEvent(lines.get(0));
    return known && lines.stream().anyMatch(StampedeReader::isStampede);
  }

  private static boolean isEvent(String line) {
    BpLine bp = parsed(line);
    return bp.text("ts").isPresent() && bp.text("event").isPresent();
  }

  private static boolean isStampede(String line) {
    String event = parsed(line).text("event").orElse("");
    return event.startsWith(StampedeParser.PREFIX) || StampedeParser.knows(event);
  }

  private static BpLine parsed(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    BpLine line = new BpLine();
    line.parse(bytes, 0, bytes.length);
    return line;
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    StampedeLog log = StampedeParser.parse(file);
    if (log.plans().stream().allMatch(plan -> plan.jobs().isEmpty())) {
      throw file.error("", "no job", "events of jobs, such as stampede.job.info");
    }
    JobLevel.record(log, into);
    return log.root().label();
  }
}
