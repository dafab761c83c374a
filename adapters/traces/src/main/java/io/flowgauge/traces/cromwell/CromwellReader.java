package io.flowgauge.traces.cromwell;

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
 * Reads metadata of a workflow that Cromwell ran, preferably with expanded sub-workflows: {@code
 * GET /api/workflows/v1/ID/metadata?expandSubWorkflows=true}, or {@code --metadata-output}.
 * Stateless and thread-safe.
 *
 * <p>A call, and each shard of a scattered one, is an activity whose type is its name; calls of an
 * expanded sub-workflow have its name before theirs, and one that is not expanded is an activity
 * itself.
 *
 * <table>
 * <caption>Events of an attempt</caption>
 * <tr><th>event</th><th>from</th></tr>
 * <tr><td>SUBMITTED</td><td>{@code start}: Cromwell has the call, and waits for a token or its
 *     inputs</td></tr>
 * <tr><td>PENDING</td><td>{@code RunningJob}: the backend has the job</td></tr>
 * <tr><td>ACTIVE</td><td>{@code RunningJob} of the backend Local; {@code UserAction} of those that
 *     record it; else unknown, since batch systems queue jobs within {@code RunningJob}</td></tr>
 * <tr><td>COMPLETED, FAILED, ABORTED, SKIPPED</td><td>{@code end}, by {@code executionStatus}: Done;
 *     Failed, RetryableFailure, Preempted; Aborted; Bypassed</td></tr>
 * </table>
 *
 * <p>{@code UserAction} is T(a), {@code Localization} the phase stage-in, {@code Delocalization}
 * stage-out. A call whose result was in the cache has no events. The metadata do not state
 * dependencies: a call depends on those whose folders ({@code callRoot}) its input files are in.
 */
public final class CromwellReader implements RunReader {
  private static final List<String> OWN =
      List.of("workflowProcessingEvents", "actualWorkflowLanguage", "submittedFiles", "calls");

  /** A reader, as the service loader makes it. */
  public CromwellReader() {}

  @Override
  public String format() {
    return "cromwell-metadata";
  }

  @Override
  public Match match(TraceFile file) {
    Set<String> keys = JsonHead.keys(file);
    long own = OWN.stream().filter(keys::contains).count();
    boolean isNamed = keys.contains("workflowName") || keys.contains("workflowRoot");
    return own >= 2 || (own == 1 && isNamed) ? Match.RUN : Match.NO;
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    into.timeBase(TimeBase.UTC);
    CromwellWorkflow[] read = new CromwellWorkflow[1];
    JsonCursor.read(file, json -> read[0] = new MetadataParser(json).parse());
    new CromwellRecording(into).record(read[0]);
    return read[0].name;
  }
}
