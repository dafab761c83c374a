package io.flowgauge.learning.forecast;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.probabilistic.recorded.ObservedTimes;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import java.util.List;
import java.util.OptionalLong;

/**
 * Progress of a recorded run.
 *
 * @param now seconds from its start to its last known moment
 */
record RunProgress(Progress progress, double now) {

  /**
   * Reads the progress of a run.
   *
   * @param dag dependencies of its workflow
   */
  static RunProgress of(WorkflowRun run, Dag dag) {
    Progress progress = new Progress(dag);
    ObservedTimes times = new ObservedTimes(run);
    long start = run.startNanos().orElseThrow();
    for (int activity = 0; activity < dag.nodeCount(); activity++) {
      ActivityExecution each = run.execution(activity);
      List<Attempt> attempts = each.attempts();
      OptionalLong last =
          attempts.stream().flatMapToLong(attempt -> attempt.ended().stream()).max();
      double ended = Times.seconds(Math.max(0, last.orElse(start) - start));
      if (times.isOver(activity)) {
        progress.finish(activity, ended);
      } else if (!attempts.isEmpty()) {
        Attempt attempt = attempts.get(attempts.size() - 1);
        if (attempt.ended().isPresent()) {
          progress.fail(activity, ended);
        } else if (attempt.active().isPresent()) {
          long began = attempt.active().getAsLong() - start;
          progress.start(activity, Times.seconds(Math.max(0, began)));
        }
      }
    }
    double now = Times.seconds(run.endNanos().orElseThrow() - start);
    return new RunProgress(progress, Math.max(now, progress.lastEventTime()));
  }
}
