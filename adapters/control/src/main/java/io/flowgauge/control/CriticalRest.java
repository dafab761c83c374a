package io.flowgauge.control;

import io.flowgauge.live.LiveView;
import io.flowgauge.live.Stage;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;

/**
 * Estimates how long the rest of a run takes through each activity: the rest of the activity's own
 * time, and the longest chain of activities after it, each with the mean time of its type. Used
 * once.
 */
final class CriticalRest {
  private static final double NEARLY = 0.9;

  private final LiveView view;
  private final Workflow workflow;
  private final Map<String, Double> means = new HashMap<>();
  private final double[] rest;
  private double longest;

  private CriticalRest(LiveView view) {
    this.view = view;
    workflow = view.run().workflow();
    rest = new double[workflow.activityCount()];
  }

  /**
   * Estimates the rest of a run.
   *
   * @param running how many more seconds the running activities are expected to need, by their ids
   */
  static CriticalRest of(LiveView view, Map<String, Double> running) {
    CriticalRest all = new CriticalRest(view);
    all.learn();
    all.computeRests(running);
    return all;
  }

  private boolean isOver(int index) {
    Stage stage = view.stages().get(index);
    return stage == Stage.COMPLETED || stage == Stage.SKIPPED;
  }

  private void learn() {
    WorkflowRun run = view.run();
    Map<String, IntSummaryStatistics> millis = new HashMap<>();
    for (int k = 0; k < rest.length; k++) {
      Duration time = run.execution(k).wallclock().orElse(Duration.ZERO);
      if (view.stages().get(k) == Stage.COMPLETED) {
        millis
            .computeIfAbsent(workflow.activity(k).type(), type -> new IntSummaryStatistics())
            .accept((int) Math.min(Times.saturatedNanos(time) / 1_000_000, Integer.MAX_VALUE));
      }
    }
    millis.forEach((type, all) -> means.put(type, all.getAverage() / 1000));
  }

  /** Computes the rests from the last activities to the first. */
  private void computeRests(Map<String, Double> running) {
    int[] open = new int[rest.length];
    Deque<Integer> ready = new ArrayDeque<>();
    for (int k = 0; k < rest.length; k++) {
      open[k] = workflow.successors(k).size();
      if (open[k] == 0) {
        ready.add(k);
      }
    }
    while (!ready.isEmpty()) {
      int k = ready.remove();
      rest[k] = rest(k, running);
      longest = Math.max(longest, rest[k]);
      for (int before : workflow.predecessors(k)) {
        if (--open[before] == 0) {
          ready.add(before);
        }
      }
    }
  }

  private double rest(int index, Map<String, Double> running) {
    if (isOver(index)) {
      return 0;
    }
    String type = workflow.activity(index).type();
    List<Integer> next = workflow.successors(index);
    return running.getOrDefault(workflow.activity(index).id(), means.getOrDefault(type, 0.0))
        + next.stream().mapToDouble(k -> rest[k]).max().orElse(0);
  }

  /** Whether the rest takes longest, or nearly so, through an activity. */
  boolean isCritical(String id) {
    int index = workflow.indexOf(id);
    return index >= 0 && longest > 0 && rest[index] >= NEARLY * longest;
  }
}
