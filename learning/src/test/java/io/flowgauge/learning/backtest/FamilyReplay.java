package io.flowgauge.learning.backtest;

import io.flowgauge.history.Backtest;
import io.flowgauge.history.BacktestResult;
import io.flowgauge.history.LearnedPrediction;
import io.flowgauge.learning.LearnedHistory;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.MeasuredTimes;
import io.flowgauge.run.WorkflowRun;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Predicts runs that have few others like them. Stateless and thread-safe. */
final class FamilyReplay {
  private FamilyReplay() {}

  /**
   * Predicts each run from all others, earlier or later: its makespan, given its number of slots,
   * and its remaining times, without that number.
   */
  static List<BacktestResult> fromOthers(List<WorkflowRun> family) {
    Replay replay = new Replay();
    for (WorkflowRun run : family) {
      List<WorkflowRun> others = family.stream().filter(each -> each != run).toList();
      LearnedPrediction prediction = LearnedHistory.of(others).predict(run.workflow());
      OptionalInt slots = MeasuredTimes.of(run).slots();
      LearnedPrediction given = slots.isPresent() ? prediction.slots(slots.getAsInt()) : prediction;
      replay.predictMakespan(new Replay.Turn(run, others, given));
      replay.predictRests(new Replay.Turn(run, others, prediction));
    }
    return replay.results();
  }

  /**
   * Predicts the remaining times of each run from the run itself; compares them with a rule that
   * lets types not seen yet take as long as the others did.
   */
  static List<BacktestResult> fromItself(List<WorkflowRun> runs) {
    List<BacktestResult> all = new ArrayList<>();
    Results rules = new Results();
    for (WorkflowRun run : runs) {
      for (BacktestResult each : Backtest.of(List.of(run)).results()) {
        if (each.question().startsWith("rest")) {
          all.add(each);
          rules.add(item(each), "times so far", soFar(run, each)::quantile);
        }
      }
    }
    all.addAll(rules.all());
    return all;
  }

  private static Results.Item item(BacktestResult of) {
    return new Results.Item(of.question(), of.workflow(), of.run(), of.item(), of.actualSeconds());
  }

  private static Forecast soFar(WorkflowRun run, BacktestResult rest) {
    double makespan = run.makespan().orElseThrow().toNanos() * 1e-9;
    WorkflowRun cut = CutRun.after(run, makespan - rest.actualSeconds());
    return MeasuredTimes.of(cut).asItRan().remaining(cut).forecast();
  }
}
