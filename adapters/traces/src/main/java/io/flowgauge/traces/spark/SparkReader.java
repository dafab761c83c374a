package io.flowgauge.traces.spark;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads event logs of Spark ({@code spark.eventLog.enabled}), single files and rolling ones, also
 * while they grow. Stateless and thread-safe.
 *
 * <p>An activity is a task of a stage, that is a partition, however often it was launched. Its type
 * is the name of the stage, the place in the program; stages of a SQL query, which all have the
 * name of its action, are numbered within it. Work of the driver is an activity as well, of the
 * type {@code driver}:
 *
 * <ul>
 *   <li>{@code job 3}: from the end of all earlier jobs, or the start of the application, to the
 *       submission of a job. A job that starts while others run has none.
 *   <li>{@code stage 7}: from the end of the stages that it reads, or the submission of its job, to
 *       its submission.
 *   <li>{@code end}: from the end of all jobs to that of the application; until then, it is active
 *       whenever no stage is under way.
 * </ul>
 *
 * <p>Tasks depend on the driver's activity of their stage, which depends on the tasks of the stages
 * that it reads ({@code Parent IDs}; of a stage that was skipped, on the one that wrote its
 * output), or else on that of the job. So the number of dependencies is about twice that of tasks,
 * rather than that of pairs of tasks.
 *
 * <table>
 * <caption>Events of a launch</caption>
 * <tr><th>event</th><th>from</th></tr>
 * <tr><td>SUBMITTED</td><td>{@code Submission Time} of the attempt of the stage, or the end of the
 *     launch that failed before: the task waits for a core. Unknown for speculative launches</td></tr>
 * <tr><td>PENDING, ACTIVE</td><td>{@code Launch Time}: executors start tasks immediately</td></tr>
 * <tr><td>COMPLETED, FAILED, ABORTED</td><td>{@code Finish Time}, by {@code Task End Reason}:
 *     Success; TaskKilled and TaskCommitDenied are ABORTED; all others FAILED</td></tr>
 * </table>
 *
 * <p>T(a) is {@code Executor Deserialize Time} + {@code Executor Run Time} + {@code Result
 * Serialization Time}; so what Spark's pages call scheduler delay is polling. Within T, {@code
 * Executor Deserialize Time} is the phase extract (preparation), {@code Fetch Wait Time} stage-in
 * and {@code Shuffle Write Time} i/o; {@code Getting Result Time} to the end is stage-out. Of two
 * simultaneous launches the one that succeeded counts, and the other is an activity of its own
 * whose type ends with {@code (lost copy)}. A task that ran again because its output was lost is an
 * activity of its own, too.
 *
 * <p>Executors are processors, with {@code Total Cores} / {@code spark.task.cpus} slots.
 */
public final class SparkReader implements RunReader {

  /** A reader, as the service loader makes it. */
  public SparkReader() {}

  @Override
  public String format() {
    return "spark-events";
  }

  @Override
  public Match match(TraceFile file) {
    return SparkEvents.matches(file) ? Match.RUN : Match.NO;
  }

  /** Returns the first part of a rolling log. */
  @Override
  public Optional<TraceFile> main(List<TraceFile> runs) {
    return RollingLog.parts(runs).stream().findFirst();
  }

  @Override
  public boolean leavesOutCycles() {
    return true;
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    into.timeBase(TimeBase.UTC);
    List<TraceFile> all = new ArrayList<>(companions);
    all.add(0, file);
    List<TraceFile> parts = all.size() == 1 ? all : RollingLog.parts(all);
    Remarks remarks = new Remarks();
    RollingLog.missing(parts)
        .ifPresent(
            number ->
                remarks.error(
                    "parts of the rolling log are missing, and their events with them",
                    "part " + number));
    SparkApplication application = new SparkApplication();
    SparkEvents events = new SparkEvents(application, remarks);
    for (TraceFile part : parts) {
      events.read(part);
    }
    if (application.jobs.isEmpty() && application.tasks.isEmpty()) {
      remarks.warn("no job: none has begun, or the log was cut off before", file.fileName());
    }
    application.sort();
    new SparkRecording(application, into, remarks).record();
    remarks.report(into);
    return application.name;
  }
}
