package io.flowgauge.learning.backtest;

import io.flowgauge.learning.service.Calibration;
import io.flowgauge.learning.service.Observation;
import io.flowgauge.learning.service.ServiceEstimate;
import io.flowgauge.learning.service.ServiceModel;
import io.flowgauge.learning.service.ServiceQuantiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Predicts each run of an application from those submitted before it. */
final class WfReplay {
  static final String LEARNED = "learned";
  static final String CALIBRATED = "learned, calibrated";
  static final String TYPE_MEDIAN = "type median";

  /** Shorter activities are left out of the scores: their times are mostly 0. */
  private static final double SHORTEST = 1;

  private static final ServiceQuantiles PLAIN = ServiceQuantiles.plain();

  private final List<WfRun> runs;
  private final Map<String, List<Forecast>> forecasts = new LinkedHashMap<>();
  private final List<Calibration.Outcome> outcomes = new ArrayList<>();

  WfReplay(List<WfRun> runs) {
    this.runs = runs.stream().sorted(Comparator.comparing(WfRun::submitted)).toList();
  }

  Map<String, Score> scores() {
    for (int k = 1; k < runs.size(); k++) {
      List<Observation> history =
          runs.subList(0, k).stream().flatMap(run -> run.activities().stream()).toList();
      predictSimply(runs.get(k), history, runs.get(k - 1));
      predict(runs.get(k), ServiceModel.learn(history));
    }
    Map<String, Score> scores = new LinkedHashMap<>();
    forecasts.forEach((method, all) -> scores.put(method, new Score(all)));
    return scores;
  }

  private void predictSimply(WfRun run, List<Observation> history, WfRun before) {
    TypeTimes all = new TypeTimes(history);
    TypeTimes last = new TypeTimes(before.activities());
    for (Observation asked : run.activities()) {
      add(TYPE_MEDIAN, all.median(asked, 1));
      add("type mean", all.mean(asked));
      add("last run", last.knows(asked.work().type()) ? last.mean(asked) : all.mean(asked));
    }
  }

  private void predict(WfRun run, ServiceModel model) {
    ServiceQuantiles calibrated = ServiceQuantiles.calibrated(Calibration.learn(outcomes));
    for (Observation asked : run.activities()) {
      ServiceEstimate estimate = model.estimate(asked.work());
      add(LEARNED, Forecast.of(asked.seconds(), estimate, PLAIN));
      add(CALIBRATED, Forecast.of(asked.seconds(), estimate, calibrated));
      outcomes.add(
          new Calibration.Outcome(
              run.name(),
              asked.seconds(),
              PLAIN.seconds(estimate, 0.1),
              PLAIN.seconds(estimate, 0.5),
              PLAIN.seconds(estimate, 0.9)));
    }
  }

  private void add(String method, Forecast forecast) {
    if (forecast.actual() >= SHORTEST) {
      forecasts.computeIfAbsent(method, m -> new ArrayList<>()).add(forecast);
    }
  }
}
