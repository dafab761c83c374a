package io.flowgauge.learning.backtest;

import io.flowgauge.history.Backtest;
import io.flowgauge.history.BacktestResult;
import io.flowgauge.history.BacktestScore;
import io.flowgauge.history.LearnedPrediction;
import io.flowgauge.history.NoForecastException;
import io.flowgauge.learning.LearnedHistory;
import io.flowgauge.learning.forecast.Learned;
import io.flowgauge.learning.forecast.WorkflowPrediction;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Workflow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Predicts each run from those before it. */
public final class Replay implements Backtest {
  /** Name of the method of this library. */
  static final String LEARNED = "flowgauge";

  private static final int[] PERCENT = {25, 50, 75};

  /** Number of predicted runs below which a backtest shows little. */
  private static final int FEW = 5;

  private final Results results = new Results();

  /** Reasons for missing forecasts, one line for each. */
  private final List<String> missing = new ArrayList<>();

  private int predicted;

  /** A run, and what was known before it. */
  record Turn(WorkflowRun run, List<WorkflowRun> earlier, LearnedPrediction prediction) {
    Results.Item item(String question, double actual) {
      return new Results.Item(question, run.workflow().name(), run.name(), run.name(), actual);
    }

    /** Makespans of earlier runs of workflows of the same name, or of all. */
    double[] makespans() {
      List<WorkflowRun> finished =
          earlier.stream().filter(each -> each.makespan().isPresent()).toList();
      List<WorkflowRun> same =
          finished.stream().filter(each -> isNamedAlike(each.workflow(), run.workflow())).toList();
      return (same.isEmpty() ? finished : same).stream().mapToDouble(Replay::makespan).toArray();
    }

    private static boolean isNamedAlike(Workflow one, Workflow other) {
      return one.name().equals(other.name());
    }
  }

  Replay() {}

  /**
   * Replays runs in the order in which they began; runs without a known start come last.
   *
   * @throws IllegalArgumentException if there are none
   */
  public static Backtest of(List<WorkflowRun> runs) {
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("a backtest needs a run or more, but has none");
    }
    List<WorkflowRun> ordered = LearnedHistory.inOrder(runs);
    Replay replay = new Replay();
    if (ordered.size() == 1) {
      replay.predictWithin(ordered.get(0));
    }
    LearnedHistory all = LearnedHistory.of(ordered);
    for (int k = 1; k < ordered.size(); k++) {
      replay.predict(ordered.get(k), ordered.subList(0, k), all.first(k));
    }
    return replay;
  }

  /**
   * Predicts a single run from itself: its remaining time from the part before, and each activity
   * from those completed earlier.
   */
  private void predictWithin(WorkflowRun run) {
    LearnedHistory nothing = LearnedHistory.of(List.of());
    if (run.makespan().isPresent() && hasActivities(run)) {
      predictRests(new Turn(run, List.of(), nothing.predict(run.workflow())));
    }
    new SubmissionReplay(results).add(run);
  }

  private void predict(WorkflowRun run, List<WorkflowRun> earlier, LearnedHistory history) {
    Learned learned = history.learned(run.workflow());
    Turn turn = new Turn(run, earlier, WorkflowPrediction.of(run.workflow(), learned));
    boolean canPredict = run.makespan().isPresent() && makespan(run) > 0 && hasActivities(run);
    if (canPredict && predictMakespan(turn)) {
      predictRests(turn);
    }
    new ActivityReplay(results, learned).add(run);
  }

  /** Whether there is an activity to predict, and adds a remark if there is none. */
  private boolean hasActivities(WorkflowRun run) {
    boolean hasAny = run.workflow().activityCount() > 0;
    if (!hasAny) {
      missing.add(run.name() + ": it has no activities");
    }
    return hasAny;
  }

  /** Predicts the makespan of a run, and says whether there was a forecast. */
  boolean predictMakespan(Turn turn) {
    Results.Item item = turn.item("makespan", makespan(turn.run));
    try {
      results.add(item, LEARNED, turn.prediction.forecast()::quantile);
    } catch (NoForecastException e) {
      missing.add(turn.run.name() + ": " + e.getMessage());
      return false;
    }
    predicted++;
    double[] makespans = turn.makespans();
    if (makespans.length > 0) {
      results.addMean(item, "mean", Arrays.stream(makespans).sorted().toArray());
      results.addMean(item, "last-run", makespans[makespans.length - 1]);
    }
    return true;
  }

  /** Predicts the remaining time of a run at several moments, if the run has a known start. */
  void predictRests(Turn turn) {
    if (turn.run.startNanos().isEmpty()) {
      return;
    }
    for (int percent : PERCENT) {
      try {
        predictRest(turn, percent);
      } catch (NoForecastException e) {
        missing.add(turn.run.name() + " at " + percent + " %: " + e.getMessage());
      }
    }
  }

  private void predictRest(Turn turn, int percent) {
    double passed = percent * makespan(turn.run) / 100;
    WorkflowRun cut = CutRun.after(turn.run, passed);
    boolean hasTimes = turn.run.executions().stream().anyMatch(each -> !each.attempts().isEmpty());
    if (cut.isFinished() || !hasTimes) {
      return; // Nothing of the workflow is left, or no event shows its progress.
    }
    Results.Item item = turn.item("rest" + percent, makespan(turn.run) - passed);
    results.add(item, LEARNED, turn.prediction.remaining(cut)::quantile);
    double[] rests =
        Arrays.stream(turn.makespans()).map(each -> Math.max(0, each - passed)).sorted().toArray();
    if (rests.length > 0) {
      results.addMean(item, "mean", rests);
    }
  }

  private static double makespan(WorkflowRun run) {
    return Times.seconds(Times.saturatedNanos(run.makespan().orElseThrow()));
  }

  @Override
  public List<BacktestResult> results() {
    return results.all();
  }

  @Override
  public List<BacktestScore> scores() {
    return Results.scores(results.all());
  }

  @Override
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    if (predicted < FEW) {
      remarks.add(
          String.format(
              Locale.ROOT,
              "Too little history for firm conclusions: %d %s could be predicted; %d or more are better.",
              predicted,
              predicted == 1 ? "run" : "runs",
              FEW));
    }
    missing.forEach(line -> remarks.add("No forecast of " + line + "."));
    return remarks;
  }

  @Override
  public String toString() {
    return "Backtest[" + predicted + " runs predicted]";
  }
}
