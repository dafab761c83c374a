package io.flowgauge.traces.files;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import java.util.function.Function;

/**
 * Where the recorders of a run and of its further descriptions come from. Stateless.
 *
 * @param empty makes an empty recorder with a name
 * @param last makes the run of a recorder that records nothing more
 */
record Recorders(Function<String, RunRecorder> empty, Function<RunRecorder, WorkflowRun> last) {

  /** Recorders that nobody else sees, so that they can release what they recorded. */
  static Recorders own() {
    return new Recorders(Flowgauge::recorder, RunRecorder::finish);
  }

  /** Recorders of a caller, who may go on recording, and ask for other snapshots. */
  static Recorders ofCaller(Function<String, RunRecorder> empty) {
    return new Recorders(empty, RunRecorder::snapshot);
  }
}
