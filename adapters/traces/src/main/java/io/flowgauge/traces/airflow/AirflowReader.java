package io.flowgauge.traces.airflow;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.dot.DotGraph;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a run of Airflow 2 and 3 from answers of its REST API (v1, v2) in files of a folder.
 * Stateless and thread-safe.
 *
 * <ul>
 *   <li>{@code /dags/DAG/dagRuns/RUN/taskInstances}, in as many pages as there are; or what {@code
 *       airflow tasks states-for-dag-run DAG RUN -o json} prints, which knows less
 *   <li>{@code …/taskInstances/TASK/tries} for those that were tried several times
 *   <li>{@code /dags/DAG/dagRuns/RUN}: start and end of the run
 *   <li>{@code /dags/DAG/tasks}, or the graph in DOT that {@code airflow dags show DAG} prints: the
 *       dependencies
 * </ul>
 *
 * <p>A task instance is an activity whose type is its task; those of a mapped task are {@code
 * task[0]}, {@code task[1]}, and so on.
 *
 * <table>
 * <caption>Events of a try</caption>
 * <tr><th>event</th><th>from</th></tr>
 * <tr><td>SUBMITTED</td><td>{@code scheduled_when}: the scheduler may run it, within the limits of
 *     pools and of concurrency; only newer versions record it</td></tr>
 * <tr><td>PENDING</td><td>{@code queued_when}: the executor has it; unknown where it is after {@code
 *     start_date}, as of tasks that were deferred</td></tr>
 * <tr><td>ACTIVE</td><td>{@code start_date}</td></tr>
 * <tr><td>COMPLETED</td><td>{@code end_date} of the state success, and of skipped if it ran</td></tr>
 * <tr><td>FAILED, ABORTED</td><td>{@code end_date} of failed, up_for_retry; of removed if it
 *     ran</td></tr>
 * <tr><td>SUSPENDED</td><td>{@code end_date} of deferred and up_for_reschedule, if any</td></tr>
 * <tr><td>SKIPPED</td><td>{@code end_date} of skipped, upstream_failed and removed</td></tr>
 * </table>
 */
public final class AirflowReader implements RunReader {

  /** A reader, as the service loader makes it. */
  public AirflowReader() {}

  @Override
  public String format() {
    return "airflow";
  }

  @Override
  public Match match(TraceFile file) {
    return AirflowFile.of(file)
        .map(kind -> kind == AirflowFile.INSTANCES ? Match.RUN : Match.COMPANION)
        .orElse(Match.NO);
  }

  /** Pages of instances and lists of tries of one run belong together. */
  @Override
  public Optional<TraceFile> main(List<TraceFile> runs) {
    TraceFile first = runs.get(0);
    return runs.stream().allMatch(file -> AirflowFile.agree(first, file))
        ? Optional.of(first)
        : Optional.empty();
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    into.timeBase(TimeBase.UTC);
    AirflowParser parser = new AirflowParser();
    List<TraceFile> graphs = new ArrayList<>();
    parser.read(file);
    for (TraceFile companion : companions) {
      if (AirflowFile.of(companion).equals(Optional.of(AirflowFile.GRAPH))) {
        graphs.add(companion);
      } else {
        parser.read(companion);
      }
    }
    Remarks remarks = new Remarks();
    AirflowTry first = requireOneRun(file, parser.tries);
    recordRunTimes(parser, first, into);
    AirflowRecording recording = new AirflowRecording(into, remarks);
    parser.tries.forEach(recording::add);
    recording.record();
    if (parser.total > recording.size()) {
      String found = recording.size() + " of " + parser.total;
      remarks.warn(
          "task instances of further pages are missing: there are only " + found, file.fileName());
    }
    for (TraceFile graph : parser.successors.isEmpty() ? graphs : List.<TraceFile>of()) {
      add(DotGraph.read(graph), parser.successors);
    }
    new TaskOrder(parser.successors, recording.byTask(), remarks).recordInto(into);
    remarks.report(into);
    return first.workflow;
  }

  /** Returns the first instance, having checked that all belong to one run. */
  private static AirflowTry requireOneRun(TraceFile file, List<AirflowTry> tries)
      throws IOException {
    if (tries.isEmpty()) {
      throw file.error("$.task_instances", "no task instance", "the task instances of a run");
    }
    Set<String> runs = new LinkedHashSet<>();
    Set<String> workflows = new LinkedHashSet<>();
    for (AirflowTry each : tries) {
      workflows.add(each.workflow);
      runs.add(each.run);
    }
    runs.remove(""); // The command line does not print the run.
    if (runs.size() > 1 || workflows.size() > 1) {
      Set<String> several = workflows.size() > 1 ? workflows : runs;
      List<String> shown = several.stream().limit(2).toList();
      String found =
          "task instances of " + several.size() + " runs, as " + String.join(", ", shown);
      throw file.error("", found, "the task instances of one run");
    }
    return tries.get(0);
  }

  private static void recordRunTimes(AirflowParser parser, AirflowTry first, RunRecorder into) {
    String id =
        parser.tries.stream()
            .map(each -> each.run)
            .filter(each -> !each.isEmpty())
            .findAny()
            .orElse("");
    for (AirflowRun run : parser.runs) {
      boolean isOwn = run.workflow.equals(first.workflow) && (id.isEmpty() || run.id.equals(id));
      if (isOwn && (!id.isEmpty() || parser.runs.size() == 1)) {
        run.started.ifPresent(into::start);
        if (run.isOver()) {
          run.ended.ifPresent(into::end);
        }
      }
    }
  }

  private static void add(DotGraph graph, Map<String, Set<String>> successors) {
    for (int node = 0; node < graph.size(); node++) {
      Set<String> next = successors.computeIfAbsent(graph.name(node), any -> new LinkedHashSet<>());
      graph.successors(node).forEach(each -> next.add(graph.name(each)));
    }
  }
}
