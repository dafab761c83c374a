package io.flowgauge.learning.backtest;

import io.flowgauge.history.BacktestScore;
import io.flowgauge.learning.reading.RunObservations;
import io.flowgauge.learning.service.Observation;
import io.flowgauge.learning.service.RunningServices;
import io.flowgauge.learning.service.ServiceEstimate;
import io.flowgauge.learning.service.ServiceModel;
import io.flowgauge.learning.service.ServiceQuantiles;
import io.flowgauge.learning.service.Work;
import io.flowgauge.run.WorkflowRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Predicts every other activity of a run from earlier runs and from the rest of the run. */
final class HalfwayReplay {
  static final String BEFORE = "before the run";
  static final String FOLLOWED = "half followed";
  static final String ANEW = "half learned anew";

  private static final double SHORTEST = 1;

  private final Results results = new Results();

  /** Returns the scores by method. */
  Map<String, BacktestScore> scores(List<WorkflowRun> runs) {
    List<Observation> history = new ArrayList<>();
    for (WorkflowRun run : runs) {
      List<Observation> observed = RunObservations.of(run, "run " + history.size());
      if (!history.isEmpty()) {
        predict(history, observed);
      }
      history.addAll(observed);
    }
    return Results.scores(results.all()).stream()
        .collect(Collectors.toMap(BacktestScore::method, score -> score));
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
      String run = asked.work().run();
      Results.Item item = new Results.Item("task", run, run, run, asked.seconds());
      results.add(item, method, p -> ServiceQuantiles.plain().seconds(estimate, p));
    }
  }
}
