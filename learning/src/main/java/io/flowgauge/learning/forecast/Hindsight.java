package io.flowgauge.learning.forecast;

import io.flowgauge.history.NoForecastException;
import io.flowgauge.learning.service.Calibration;
import io.flowgauge.learning.service.Calibration.Outcome;
import io.flowgauge.learning.service.Observation;
import io.flowgauge.learning.service.ServiceEstimate;
import io.flowgauge.learning.service.ServiceModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How far forecasts of the latest runs were off, each made from the runs before. Immutable and
 * thread-safe.
 *
 * @param makespans how forecasts of makespans have to be stretched
 * @param activities how forecasts of service times have to be stretched
 */
public record Hindsight(Calibration makespans, Calibration activities) {
  /** Number of latest runs that are predicted. */
  private static final int REPLAYED = 8;

  /** Largest number of activities that these predictions are learned from, all together. */
  private static final long MOST_LEARNED = 100_000;

  /** Largest number of activities that are predicted in each run. */
  private static final int MOST_ACTIVITIES = 1000;

  /**
   * Weight of a run for the times of activities, relative to the run after it: the next run is most
   * like the latest one, which was predicted from about as many runs. There are too few makespans
   * for such weights.
   */
  private static final double FADING = 0.8;

  private static final double LOWER = 0.1;
  private static final double UPPER = 0.9;

  /**
   * Learns from the latest runs.
   *
   * @param runs in the order in which they began
   * @param known replays that were made earlier
   */
  static Hindsight of(List<PastRun> runs, Replays known) {
    List<Outcome> makespans = new ArrayList<>();
    List<Outcome> activities = new ArrayList<>();
    Map<String, Double> weights = new HashMap<>();
    long learned = 0;
    for (int k = runs.size() - 1; k > 0 && k >= runs.size() - REPLAYED; k--) {
      List<PastRun> before = runs.subList(0, k);
      learned += before.stream().mapToLong(run -> run.observations().size()).sum();
      if (learned > MOST_LEARNED) {
        break;
      }
      PastRun run = runs.get(k);
      Replays.Replay replay = known.of(run, before, () -> replay(run, before));
      replay.makespan().ifPresent(makespans::add);
      activities.addAll(replay.activities());
      weights.put(name(k), Math.pow(FADING, runs.size() - k));
    }
    return new Hindsight(
        Calibration.learn(makespans, run -> 1), Calibration.learn(activities, weights::get));
  }

  /** The name of a run that is predicted from the given number of runs before it. */
  private static String name(int before) {
    return "run " + before;
  }

  private static Replays.Replay replay(PastRun run, List<PastRun> before) {
    Knowledge known = Knowledge.of(before, new Replays());
    ServiceModel services = known.services().anywhere();
    String name = name(before.size());
    return new Replays.Replay(
        makespan(run, known.of(run.workflow()), name),
        run.observations().stream()
            .filter(each -> services.knows(each.work().type()))
            .limit(MOST_ACTIVITIES)
            .map(each -> Outcome.of(name, estimate(each, services), each.seconds()))
            .toList());
  }

  private static Optional<Outcome> makespan(PastRun run, Learned known, String name) {
    double makespan = run.known().facts().makespan().orElse(0);
    if (makespan == 0) {
      return Optional.empty();
    }
    try {
      HistoryForecast forecast = WorkflowPrediction.uncalibrated(run.workflow(), known);
      return Optional.of(
          new Outcome(
              name,
              makespan,
              forecast.quantile(LOWER),
              forecast.quantile(0.5),
              forecast.quantile(UPPER)));
    } catch (NoForecastException e) {
      return Optional.empty();
    }
  }

  /** Estimates the time of an activity without its machine, which was not known in advance. */
  private static ServiceEstimate estimate(Observation observation, ServiceModel services) {
    return services.estimate(observation.work().anywhere());
  }

  /**
   * Returns how forecasts of the rest of a run have to be stretched. They are never narrowed: that
   * forecasts of whole runs were too wide says nothing about them, because they already know part
   * of the run.
   */
  Calibration restCalibration() {
    return makespans.widening();
  }
}
