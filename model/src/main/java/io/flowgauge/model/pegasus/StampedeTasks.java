package io.flowgauge.model.pegasus;

import io.flowgauge.model.trace.Remarks;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.workflow.Dependency;
import java.io.IOException;
import java.util.Optional;

/**
 * Reads the tasks of a stampede log: the workflow as its author wrote it, before Pegasus clustered
 * tasks into jobs and added jobs that transfer, register and clean up.
 *
 * <p>T of an activity is the duration of its invocation on the host, that of the last submission if
 * there were several. Tasks have no events of their own: the engine knows of their jobs alone. So
 * the critical path of such a run is an estimated one, the longest by T, and its makespan that
 * which the log states of the workflow. For events use {@link StampedeReader}. Stateless and
 * thread-safe.
 *
 * <pre>{@code
 * String name = StampedeTasks.read(new TraceFile(path, ""), recorder);
 * WorkflowRun run = recorder.snapshot();
 * }</pre>
 */
public final class StampedeTasks {
  private final StampedeLog log;
  private final Remarks remarks;
  private final RunRecorder into;

  private StampedeTasks(StampedeLog log, RunRecorder into) {
    this.log = log;
    this.remarks = log.remarks();
    this.into = into;
  }

  /**
   * Reads the tasks into a recorder.
   *
   * @param file a stampede log
   * @param into where to put the run
   * @return name of the workflow; empty if the log does not tell it
   * @throws TraceFormatException if the log has no task
   * @throws IOException if the file cannot be read
   */
  public static String read(TraceFile file, RunRecorder into) throws IOException {
    StampedeLog log = StampedeParser.parse(file);
    if (log.plans().stream().allMatch(plan -> plan.tasks().isEmpty())) {
      throw file.error("", "no task", "events of tasks, such as stampede.task.info");
    }
    new StampedeTasks(log, into).tell();
    return log.root().label();
  }

  private void tell() {
    for (Plan plan : log.plans()) {
      String prefix = log.prefix(plan);
      plan.tasks().values().forEach(task -> task(plan, prefix + task.id(), task));
      for (Dependency edge : plan.taskEdges()) {
        into.dependency(prefix + edge.from(), prefix + edge.to());
      }
    }
    log.makespan().ifPresent(into::recordedMakespan);
    remarks.tell(into);
  }

  private void task(Plan plan, String id, Task task) {
    into.activity(task.activity(id));
    if (!task.isDeclared()) {
      remarks.warn("tasks that were never declared, known by their edges or jobs only", id);
    }
    if (!task.hasRun()) {
      remarks.info("tasks without an invocation: T was not measured", id);
    }
    if (task.hasFailed()) {
      remarks.warn("tasks whose last invocation failed", id);
    }
    task.nanos().ifPresent(nanos -> into.wallclock(id, nanos));
    host(plan, task).ifPresent(host -> into.assign(id, 1, host));
  }

  private static Optional<String> host(Plan plan, Task task) {
    Job job = plan.jobs().get(task.job());
    return job == null || !task.hasRun()
        ? Optional.empty()
        : Optional.of(job.instance(task.instance()).host()).filter(h -> !h.isEmpty());
  }
}
