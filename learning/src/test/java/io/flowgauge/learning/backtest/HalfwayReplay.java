package io.flowgauge.learning.backtest;

import io.flowgauge.learning.service.Observation;
import io.flowgauge.learning.service.RunningServices;
import io.flowgauge.learning.service.ServiceEstimate;
import io.flowgauge.learning.service.ServiceModel;
import io.flowgauge.learning.service.ServiceQuantiles;
import io.flowgauge.learning.service.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Predicts every other activity of a run from earlier runs and from the rest of the run. */
final class HalfwayReplay {
  static final String BEFORE = "before the run";
  static final String FOLLOWED = "half followed";
  static final String ANEW = "half learned anew";

  private static final double SHORTEST = 1;

  private final List<WfRun> runs;
  private final Map<String, List<Forecast>> forecasts = new LinkedHashMap<>();

  HalfwayReplay(List<WfRun> runs) {
    this.runs = runs.stream().sorted(Comparator.comparing(WfRun::submitted)).toList();
  }

  Map<String, Score> scores() {
    List<Observation> history = new ArrayList<>(runs.get(0).activities());
    for (WfRun run : runs.subList(1, runs.size())) {
      predict(history, run.activities());
      history.addAll(run.activities());
    }
    Map<String, Score> scores = new LinkedHashMap<>();
    forecasts.forEach((method, all) -> scores.put(method, new Score(all)));
    return scores;
  }

  private void predict(List<Observation> history, List<Observation> run) {
    ServiceModel before = ServiceModel.learn(history);
    RunningServices followed = before.follow();
    List<Observation> known = new ArrayList<>(history);
    for (int k = 0; k < run.size(); k += 2) {
      followed.observe(run.get(k));
      known.add(run.get(k));
    }
    ServiceModel anew = ServiceModel.learn(known);
    for (int k = 1; k < run.size(); k += 2) {
      add(BEFORE, run.get(k), before::estimate);
      add(FOLLOWED, run.get(k), followed::estimate);
      add(ANEW, run.get(k), anew::estimate);
    }
  }

  private void add(String method, Observation asked, Function<Work, ServiceEstimate> model) {
    if (asked.seconds() >= SHORTEST) {
      ServiceEstimate estimate = model.apply(asked.work());
      Forecast forecast = Forecast.of(asked.seconds(), estimate, ServiceQuantiles.plain());
      forecasts.computeIfAbsent(method, m -> new ArrayList<>()).add(forecast);
    }
  }
}
