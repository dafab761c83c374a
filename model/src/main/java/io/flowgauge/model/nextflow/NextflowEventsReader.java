package io.flowgauge.model.nextflow;

import io.flowgauge.model.slurm.SlurmJobs;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Reads what Nextflow tells an observer of its run, where there is no trace: an object of JSON a
 * line, with the moment {@code t} in epoch milliseconds, the {@code hook} and the task's {@code
 * record}. Stateless and thread-safe.
 *
 * <p>Everything of {@link NextflowTraceReader} holds, for a record becomes a row of a trace. Beyond
 * that the queue of Nextflow itself is known, in which a task waits for a slot of the local
 * executor, for {@code maxForks} and for {@code queueSize}. That is <em>waiting</em> of the state
 * model:
 *
 * <table>
 * <caption>Events of an attempt</caption>
 * <tr><th>event</th><th>with observer events</th><th>without</th></tr>
 * <tr><td>SUBMITTED</td><td>{@code onProcessPending}: Nextflow's scheduler has the task</td><td>
 *     {@code submit}</td></tr>
 * <tr><td>PENDING</td><td>{@code submit}: its executor has it; where Slurm's records say that the
 *     job became eligible later, that</td><td>with Slurm's records as with events, else not
 *     known</td></tr>
 * <tr><td>ACTIVE</td><td colspan="2">{@code start}; with Slurm's records the start that they
 *     tell</td></tr>
 * </table>
 *
 * <p>Where it is not known on what a task ran, and its process ran as many tasks at once as {@code
 * maxForks} allows, that limit is the processor it waited for.
 *
 * <p>STARTED is not known, so that submission is not measured: Nextflow creates a task and puts it
 * into its queue in one step. A task that never left that queue is there with what was told of it.
 * Without a table of edges, a task depends on those in whose work folders its input files lie.
 */
public final class NextflowEventsReader implements RunReader {

  /** A reader. */
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

  /** The run that began last, if it resumed the others. */
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
    run.rest().forEach(grouping::add);
    into.timeBase(TimeBase.UTC);
    List<Task> tasks = grouping.tasks();
    if (tasks.isEmpty()) {
      into.diagnostic(Diagnostic.warning(file.fileName(), "the events tell of no task"));
    }
    BatchJoin batch = BatchJoin.of(companions, tasks, into);
    ForkLimits limits = new ForkLimits(run.maxForks(), tasks);
    TaskRecording recording = new TaskRecording(into, oddities, batch, limits);
    tasks.forEach(recording::record);
    limits.tell(file.fileName(), into);
    batch.report(into);
    oddities.report(file, into);
    run.tell(into);
    new Dependencies(file, tasks, into).record(companions, Optional.of(run));
    for (TraceFile other : companions) {
      if (ObserverEvents.areIn(other)) {
        into.diagnostic(Diagnostic.info(other.fileName(), "not used: of another run"));
      }
    }
    return run.name();
  }
}
