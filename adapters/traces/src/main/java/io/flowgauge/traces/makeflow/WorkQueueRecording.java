package io.flowgauge.traces.makeflow;

import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Records the dispatches of tasks as attempts. Not thread-safe. */
final class WorkQueueRecording {
  private final TransactionLog log;
  private final RunRecorder into;

  WorkQueueRecording(TransactionLog log, RunRecorder into) {
    this.log = log;
    this.into = into;
  }

  /** Declares the workers for which the log shows how many tasks they have room for. */
  void declareWorkers() {
    for (Worker worker : log.workers()) {
      worker.processor().ifPresent(into::processor);
    }
  }

  /**
   * Records the dispatches of a task, and returns their number.
   *
   * @param first number of its first attempt
   * @param submission the submission in the log of the engine above, which may be without times
   */
  int recordAttempts(String id, int first, WorkQueueTask task, Submission submission) {
    List<Dispatch> dispatches = task.dispatches();
    for (int k = 0; k < dispatches.size(); k++) {
      Dispatch dispatch = dispatches.get(k);
      boolean last = k == dispatches.size() - 1;
      int attempt = first + k;
      OptionalLong submitted =
          k == 0 ? earliest(submission.submitted(), dispatch.waiting()) : dispatch.waiting();
      submitted.ifPresent(nanos -> into.record(id, EventType.SUBMITTED, nanos, attempt));
      dispatch.running().ifPresent(nanos -> into.record(id, EventType.ACTIVE, nanos, attempt));
      Optional<Submission.End> end =
          last && submission.end().isPresent() ? submission.end() : dispatch.end();
      end.ifPresent(known -> into.record(id, known.type(), known.nanos(), attempt));
      if (!dispatch.worker().isEmpty()) {
        into.assign(id, attempt, log.worker(dispatch.worker()).name());
      }
    }
    return dispatches.size();
  }

  /** Records values known only of the last attempt of an activity. */
  void recordLastValues(String id, WorkQueueTask task) {
    task.last().transfers().forEach(phase -> into.phase(id, phase));
    task.last().wallTime().ifPresent(nanos -> into.wallclock(id, nanos));
  }

  private static OptionalLong earliest(OptionalLong a, OptionalLong b) {
    if (a.isEmpty() || b.isEmpty()) {
      return a.isPresent() ? a : b;
    }
    return OptionalLong.of(Math.min(a.getAsLong(), b.getAsLong()));
  }
}
