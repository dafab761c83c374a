package io.flowgauge.traces.nextflow;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.slurm.SlurmJobs;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Reads the events of a Nextflow observer if there is no trace: one JSON object per line, with the
 * time {@code t} in epoch milliseconds, the {@code hook} and the task's {@code record}. Stateless
 * and thread-safe.
 *
 * <p>A record becomes a row of a trace, so everything stated for {@link NextflowTraceReader}
 * applies. In addition, the events show Nextflow's own queue, in which a task waits for a slot of
 * the local executor, for {@code maxForks} and for {@code queueSize}. That is <em>waiting</em> in
 * the state model:
 *
 * <table>
 * <caption>Events of an attempt</caption>
 * <tr><th>event</th><th>with observer events</th><th>without</th></tr>
 * <tr><td>SUBMITTED</td><td>{@code onProcessPending}: Nextflow's scheduler has the task</td><td>
 *     {@code submit}</td></tr>
 * <tr><td>PENDING</td><td>{@code submit}: its executor has it; the time the job became eligible, if Slurm's records give a later one</td><td>with Slurm's records as on the left, else unknown</td></tr>
 * <tr><td>ACTIVE</td><td colspan="2">{@code start}; the start in Slurm's records, if any</td></tr>
 * </table>
 *
 * <p>The run begins when Nextflow reports its begin ({@code onFlowBegin}) and ends when Nextflow
 * reports its end ({@code onFlowComplete}), even if a task never ran. Of several runs in one file,
 * the last one is read.
 *
 * <p>If the processor of a task is unknown, and its process ran as many tasks at once as {@code
 * maxForks} allows, that limit is the processor it waited for.
 *
 * <p>STARTED is unknown and submission not measured, because Nextflow creates a task and queues it
 * in one step. A task that never left that queue is included with the events it has. Without a
 * table of edges, a task depends on the tasks whose work folders contain its input files.
 */
public final class NextflowEventsReader implements RunReader {

  /** Creates a reader; called by the service loader. */
  public NextflowEventsReader() {}

  @Override
  public String format() {
    return "nextflow-events";
  }

  @Override
  public Match match(TraceFile file) {
    if (ObserverEvents.areIn(file)) {
      return Match.RUN;
    }
    return Companion.of(file).isPresent() || SlurmJobs.isRecords(file) ? Match.COMPANION : Match.NO;
  }

  /**
   * Returns the file of the run that started last, if all belong to one session and it thus resumed
   * the others.
   */
  @Override
  public Optional<TraceFile> main(List<TraceFile> runs) {
    long sessions =
        runs.stream()
            .map(ObserverEvents::first)
            .map(first -> first.map(event -> event.values().get("sessionId")).orElse(""))
            .distinct()
            .count();
    return sessions == 1 ? ObservedRun.latest(runs) : Optional.empty();
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    Oddities oddities = new Oddities();
    ObservedRun run = ObservedRun.read(file, oddities);
    TaskGrouping grouping = new TaskGrouping(oddities);
    run.takeRest().forEach(grouping::add);
    into.timeBase(TimeBase.UTC);
    List<NextflowTask> tasks = grouping.tasks();
    if (tasks.isEmpty()) {
      into.diagnostic(Diagnostic.warning(file.fileName(), "the events name no task"));
    }
    BatchJoin batch = BatchJoin.of(companions, tasks, into);
    ForkLimits limits = new ForkLimits(run.maxForks(), tasks);
    NextflowRecording recording = new NextflowRecording(into, oddities, batch, limits);
    tasks.forEach(recording::record);
    limits.recordInto(file.fileName(), into);
    batch.report(into);
    oddities.report(file, into);
    run.report(into);
    new Dependencies(file, tasks, into).record(companions, Optional.of(run));
    for (TraceFile other : companions) {
      if (ObserverEvents.areIn(other)) {
        into.diagnostic(Diagnostic.info(other.fileName(), "not used: it belongs to another run"));
      }
    }
    return run.name();
  }
}
