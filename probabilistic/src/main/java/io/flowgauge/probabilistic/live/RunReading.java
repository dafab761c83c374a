package io.flowgauge.probabilistic.live;

import io.flowgauge.Flowgauge;
import io.flowgauge.probabilistic.recorded.ObservedTimes;
import io.flowgauge.probabilistic.recorded.SlotTimes;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Workflow;
import io.flowgauge.workflow.WorkflowBuilder;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * A run and the times read from it.
 *
 * @param times times of its activities
 * @param slots when its activities held slots
 */
record RunReading(WorkflowRun run, ObservedTimes times, SlotTimes slots) {

  static RunReading of(WorkflowRun run) {
    ObservedTimes times = new ObservedTimes(run);
    return new RunReading(run, times, SlotTimes.of(run, times));
  }

  /** Returns the nanoseconds since an activity became ready. */
  long waited(int activity) {
    long now = run.endNanos().orElseThrow();
    return Math.max(0, now - times.ready(activity).orElse(now));
  }

  /**
   * Returns the workflow of the activities that are not over. Those that hold slots come first,
   * because they need not wait for one.
   */
  Workflow remainingWorkflow() {
    Workflow workflow = run.workflow();
    int[] left =
        IntStream.range(0, workflow.activityCount()).filter(k -> !times.isOver(k)).toArray();
    if (left.length == 0) {
      throw new IllegalArgumentException(
          (run.isEnded()
                  ? "the run has ended: "
                  : "every activity of the run has completed or was skipped: ")
              + run.name());
    }
    WorkflowBuilder rest = Flowgauge.workflow(workflow.name());
    IntStream.of(left)
        .boxed()
        .sorted(Comparator.comparing(k -> slots.heldNanos(k) == 0))
        .forEach(k -> rest.activity(workflow.activity(k)));
    for (Dependency each : workflow.dependencies()) {
      if (isLeft(each.from()) && isLeft(each.to())) {
        rest.dependency(each.from(), each.to());
      }
    }
    return rest.build();
  }

  private boolean isLeft(String id) {
    return !times.isOver(run.workflow().indexOf(id));
  }
}
