package io.flowgauge.traces.files;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import java.util.function.Function;

/**
 * Creates the recorders of a run and of its further descriptions, and their final runs. Stateless.
 *
 * @param empty makes an empty recorder with a name
 * @param last makes the run of a recorder that records nothing more
 */
record Recorders(Function<String, RunRecorder> empty, Function<RunRecorder, WorkflowRun> last) {

  /** Returns recorders that no one else uses, so that they can release their recordings. */
  static Recorders unshared() {
    return new Recorders(Flowgauge::recorder, RunRecorder::finish);
  }

  /** Returns recorders of a caller, who may continue recording and take further snapshots. */
  static Recorders ofCaller(Function<String, RunRecorder> empty) {
    return new Recorders(empty, RunRecorder::snapshot);
  }
}
