package io.flowgauge.learning.backtest;

import io.flowgauge.learning.reading.Works;
import io.flowgauge.learning.service.Calibration;
import io.flowgauge.learning.service.Observation;
import io.flowgauge.learning.service.RunningServices;
import io.flowgauge.learning.service.ServiceEstimate;
import io.flowgauge.learning.service.ServiceModel;
import io.flowgauge.learning.service.ServiceQuantiles;
import io.flowgauge.learning.service.Work;
import io.flowgauge.probabilistic.recorded.ObservedTimes;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.WorkflowRun;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Predicts each activity of a run at its submission from the activities completed by then: from
 * their times, and from the errors of their predictions.
 */
final class SubmissionReplay {
  /**
   * Number of latest activities whose errors determine by how much the next intervals are
   * stretched.
   */
  private static final int LATEST = 200;

  private final Results results;
  private final Map<String, List<Double>> times = new HashMap<>();
  private final RunningServices services = ServiceModel.learn(List.of()).follow();

  SubmissionReplay(Results results) {
    this.results = results;
  }

  /** Estimates of activities that were submitted and have not completed. */
  private final Map<String, ServiceEstimate> expected = new HashMap<>();

  private final Deque<Calibration.Outcome> outcomes = new ArrayDeque<>();

  /**
   * The submission or the completion of an activity.
   *
   * @param isEnd whether it is the completion
   */
  private record Moment(long nanos, boolean isEnd, int activity) {}

  void add(WorkflowRun run) {
    ObservedTimes recorded = new ObservedTimes(run);
    Works works = Works.of(run, run.name());
    Works planned = Works.of(run.workflow(), run.name());
    for (Moment each : moments(run, recorded)) {
      OptionalDouble seconds = recorded.service(each.activity);
      if (seconds.orElse(0) > 0) {
        String id = run.workflow().activity(each.activity).id();
        if (each.isEnd) {
          learn(id, new Observation(works.of(each.activity), seconds.getAsDouble()));
        } else {
          Results.Item item =
              new Results.Item(
                  ActivityReplay.QUESTION,
                  run.workflow().name(),
                  run.name(),
                  id,
                  seconds.getAsDouble());
          predict(item, planned.of(each.activity));
        }
      }
    }
  }

  private static List<Moment> moments(WorkflowRun run, ObservedTimes recorded) {
    List<Moment> all = new ArrayList<>();
    for (int k = 0; k < run.workflow().activityCount(); k++) {
      ActivityExecution execution = run.execution(k);
      List<Attempt> attempts = execution.attempts();
      if (recorded.isCompleted(k) && !attempts.isEmpty()) {
        Attempt last = attempts.get(attempts.size() - 1);
        OptionalLong submitted =
            Stream.of(last.submitted(), last.pending(), last.active())
                .flatMapToLong(OptionalLong::stream)
                .findFirst();
        if (submitted.isPresent() && last.ended().isPresent()) {
          long ended = last.ended().getAsLong();
          // Otherwise, if clocks disagree, an activity could be predicted from its own time.
          all.add(new Moment(Math.min(submitted.getAsLong(), ended), false, k));
          all.add(new Moment(ended, true, k));
        }
      }
    }
    all.sort(Comparator.comparingLong(Moment::nanos).thenComparing(Moment::isEnd));
    return all;
  }

  private void learn(String id, Observation observation) {
    ServiceEstimate before = expected.remove(id);
    if (before != null) {
      outcomes.add(Calibration.Outcome.of(id, before, observation.seconds()));
    }
    if (outcomes.size() > LATEST) {
      outcomes.remove();
    }
    services.observe(observation);
    times
        .computeIfAbsent(observation.work().type(), type -> new ArrayList<>())
        .add(observation.seconds());
  }

  private void predict(Results.Item item, Work work) {
    List<Double> seen = times.get(work.type());
    if (seen != null) {
      double[] sorted = seen.stream().mapToDouble(v -> v).sorted().toArray();
      ServiceEstimate estimate = services.estimate(work);
      expected.put(item.name(), estimate);
      // Each activity counts as a run: all belong to the same run, as do those to come.
      ServiceQuantiles law =
          ServiceQuantiles.calibrated(Calibration.learn(outcomes, activity -> 1));
      results.add(item, Replay.LEARNED, p -> law.seconds(estimate, p));
      results.addMedian(item, "type-median", sorted);
      results.addMean(item, "type-mean", sorted);
    }
  }
}
