package io.flowgauge.learning.backtest;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.flowgauge.learning.forecast.Learned;
import io.flowgauge.learning.reading.Works;
import io.flowgauge.learning.service.Observation;
import io.flowgauge.learning.service.ServiceEstimate;
import io.flowgauge.learning.service.ServiceQuantiles;
import io.flowgauge.learning.service.Work;
import io.flowgauge.probabilistic.recorded.ObservedTimes;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Workflow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Predicts the times of a run's activities from the runs before it. */
final class ActivityReplay {
  static final String QUESTION = "task";

  private final Results results;
  private final Learned learned;

  /** By type: times in history, sorted. */
  private final Map<String, double[]> times = new HashMap<>();

  ActivityReplay(Results results, Learned learned) {
    this.results = results;
    this.learned = learned;
    Map<String, List<Observation>> byType =
        learned.services().observations().stream()
            .collect(groupingBy(each -> each.work().type(), toList()));
    byType.forEach(
        (type, seen) ->
            times.put(type, seen.stream().mapToDouble(Observation::seconds).sorted().toArray()));
  }

  /** Predicts all activities of types that history knows. */
  void add(WorkflowRun run) {
    Workflow planned = run.workflow();
    ServiceQuantiles law = ServiceQuantiles.calibrated(learned.hindsight().activities());
    ObservedTimes recorded = new ObservedTimes(run);
    Works works = Works.of(planned, "").withInputs(learned.services().inputs());
    for (int k = 0; k < planned.activityCount(); k++) {
      OptionalDouble seconds =
          recorded.isCompleted(k) ? recorded.service(k) : OptionalDouble.empty();
      Work work = works.of(k);
      double[] seen = times.get(work.type());
      if (seen != null && seconds.orElse(0) > 0) {
        String id = planned.activity(k).id();
        Results.Item item =
            new Results.Item(QUESTION, planned.name(), run.name(), id, seconds.getAsDouble());
        ServiceEstimate estimate = learned.services().anywhere().estimate(work.anywhere());
        results.add(item, Replay.LEARNED, p -> law.seconds(estimate, p));
        results.addMedian(item, "type-median", seen);
        results.addMean(item, "type-mean", seen);
      }
    }
  }
}
