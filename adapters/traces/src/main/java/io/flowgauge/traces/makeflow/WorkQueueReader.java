package io.flowgauge.traces.makeflow;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Reads the transactions logs of Work Queue and TaskVine managers if the engine that uses them left
 * no log: tasks without dependencies, which only that engine knows. {@link MakeflowReader} reads
 * such a log in addition to Makeflow's own. Stateless and thread-safe.
 *
 * <p>An activity is a task; its type is the category. An attempt is a dispatch to a worker:
 *
 * <table>
 * <caption>Events of a dispatch</caption>
 * <tr><th>event</th><th>in the log</th></tr>
 * <tr><td>SUBMITTED</td><td>WAITING; the first tasks of a manager may lack it</td></tr>
 * <tr><td>ACTIVE</td><td>RUNNING: the inputs and the command were sent</td></tr>
 * <tr><td>COMPLETED</td><td>DONE, with the result SUCCESS and exit code 0</td></tr>
 * <tr><td>FAILED</td><td>DONE with any other; also WAITING after RUNNING: the worker lost the task or gave it back</td></tr>
 * <tr><td>ABORTED</td><td>CANCELED</td></tr>
 * </table>
 *
 * <p>The phase {@code stage-out} lasts from WAITING_RETRIEVAL to RETRIEVED; phases {@code stage-in}
 * are TRANSFER INPUT lines, which only newer versions write. T is the time measured by the resource
 * monitor or the TaskVine worker, if any. A worker has as many slots as its cores can run of the
 * smallest tasks.
 */
public final class WorkQueueReader implements RunReader {

  /** A reader of transactions logs. */
  public WorkQueueReader() {}

  @Override
  public String format() {
    return "work-queue-transactions";
  }

  @Override
  public Match match(TraceFile file) {
    if (TransactionLog.matches(file)) {
      return Match.RUN;
    }
    return ManagerStatistics.matches(file) ? Match.COMPANION : Match.NO;
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    Remarks remarks = new Remarks();
    TransactionLog log = TransactionLog.parse(file, remarks);
    if (log.tasks().isEmpty()) {
      throw file.error("", "no task", "transactions of tasks: time pid TASK number state");
    }
    WorkQueueRecording recording = new WorkQueueRecording(log, into);
    recording.declareWorkers();
    for (WorkQueueTask task : log.tasks()) {
      task(task, log.tasks(task.number()), recording, into);
    }
    log.started().ifPresent(into::start);
    if (log.starts() > 1) {
      remarks.info(
          "the manager was started "
              + log.starts()
              + " times: the run is measured over all of them",
          file.fileName());
    }
    for (TraceFile companion : companions) {
      ManagerStatistics.read(companion).check(log, companion.fileName(), remarks);
    }
    remarks.info(
        "dependencies: none, because a Work Queue manager does not know them", file.fileName());
    remarks.report(into);
    return "";
  }

  private static void task(
      WorkQueueTask task,
      List<WorkQueueTask> namesakes,
      WorkQueueRecording recording,
      RunRecorder into) {
    String type = task.category().isEmpty() ? "task" : task.category();
    String start = namesakes.size() == 1 ? "" : "start " + (namesakes.indexOf(task) + 1) + ", ";
    String id = type + " (" + start + task.number() + ")";
    Map<String, String> attributes = new TreeMap<>();
    addAttributes(task, attributes);
    into.activity(Activity.of(id, type, ActivityKind.COMPUTE).withAttributes(attributes));
    recording.recordAttempts(id, 1, task, new Submission(task.number(), OptionalLong.empty()));
    recording.recordLastValues(id, task);
  }

  /** Adds the values of the last dispatch other than times. */
  static void addAttributes(WorkQueueTask task, Map<String, String> all) {
    all.put("native_id", String.valueOf(task.number()));
    if (!task.last().exit().isEmpty()) {
      all.put("exit", task.last().exit());
    }
    if (!task.last().result().isEmpty()) {
      all.put("result", task.last().result());
    }
  }
}
