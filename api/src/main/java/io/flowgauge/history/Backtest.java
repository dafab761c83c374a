package io.flowgauge.history;

import io.flowgauge.internal.NoNulls;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.HistoryProvider;
import java.util.List;

/**
 * How well earlier runs would have predicted later ones. Replays runs in the order in which they
 * began, predicts each from those before it, and compares the predictions with what happened and
 * with those of simple rules.
 *
 * <pre>{@code
 * Backtest.of(runs).scores().forEach(System.out::println);
 * }</pre>
 *
 * <p>It predicts the makespan of the next run, the time that remains after a quarter, a half and
 * three quarters of it, and the time of each activity. If there is only one run, each activity is
 * predicted when it is submitted, from those that have completed by then. Implementations are
 * immutable and thread-safe.
 */
public interface Backtest {

  /**
   * Replays runs.
   *
   * @param runs runs of one or more workflows
   * @return the predictions and their scores
   * @throws IllegalArgumentException if there are none
   */
  static Backtest of(List<WorkflowRun> runs) {
    List<WorkflowRun> all = NoNulls.copy(runs, "runs");
    return HistoryProvider.installed().backtest(all);
  }

  /**
   * The predictions, in order of runs, questions and methods.
   *
   * @return predictions and what happened
   */
  List<BacktestResult> results();

  /**
   * The predictions, summed up by question and method.
   *
   * @return scores; for each question, the learned model comes first
   */
  List<BacktestScore> scores();

  /**
   * Caveats about the scores: that there is too little history to judge, or that some runs had no
   * forecast.
   *
   * @return sentences; empty if there are no caveats
   */
  List<String> remarks();
}
