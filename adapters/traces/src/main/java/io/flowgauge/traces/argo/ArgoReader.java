package io.flowgauge.traces.argo;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.JsonHead;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * Reads a workflow of Argo with its status: {@code argo get NAME -o json}, or {@code kubectl get
 * workflow NAME -o json}. Stateless and thread-safe.
 *
 * <p>A node for which something runs (a pod, a plug-in, a request, a suspension) is an activity,
 * whose type is its template, or the name of the task or step that it stands in; the pods of a
 * retried node are attempts of one activity. What follows a node is below it in the tree, through
 * the nodes that only group others. The exit handler of the workflow ({@code NAME.onExit}) follows
 * all others. Containers of a pod are parts of its activity.
 *
 * <table>
 * <caption>Events of an attempt</caption>
 * <tr><th>event</th><th>from</th></tr>
 * <tr><td>SUBMITTED</td><td>{@code startedAt}: Argo asked for the pod. When it began to run is not
 *     recorded: how long it was pending is not known</td></tr>
 * <tr><td>COMPLETED, FAILED</td><td>{@code finishedAt}, of the phases Succeeded; Failed,
 *     Error</td></tr>
 * <tr><td>SKIPPED</td><td>the phases Skipped, Omitted</td></tr>
 * </table>
 */
public final class ArgoReader implements RunReader {

  /** A reader, as the service loader makes it. */
  public ArgoReader() {}

  @Override
  public String format() {
    return "argo-workflow";
  }

  @Override
  public Match match(TraceFile file) {
    Set<String> keys = JsonHead.keys(file);
    boolean isObject = keys.contains("metadata") || keys.contains("status");
    return isObject && file.head().contains("argoproj.io") ? Match.RUN : Match.NO;
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    into.timeBase(TimeBase.UTC);
    WorkflowParser[] read = new WorkflowParser[1];
    JsonCursor.read(file, json -> read[0] = new WorkflowParser(json).parse());
    WorkflowParser workflow = read[0];
    if (workflow.nodes.isEmpty() && workflow.hasPackedNodes) {
      throw file.error(
          "$.status.compressedNodes",
          "compressed nodes",
          "nodes as 'argo get -o json' prints them");
    }
    workflow.started.ifPresent(into::start);
    new ArgoRecording(workflow, into).record();
    workflow.finished.ifPresent(into::end);
    return workflow.name;
  }
}
