package io.flowgauge.history;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.HistoryProvider;
import java.util.List;

/**
 * How well earlier runs would have predicted later ones: replays runs in the order in which they
 * began, predicts each from those before it, and sets the predictions beside what happened and
 * beside what simple rules say.
 *
 * <pre>{@code
 * Backtest.of(runs).scores().forEach(System.out::println);
 * }</pre>
 *
 * <p>Asked are the makespan of the next run, what remains of it when a quarter, a half and three
 * quarters of its time have passed, and the time of each activity. Of one run alone, each activity
 * is predicted when it is submitted, from those that have completed by then. Implementations are
 * immutable and thread-safe.
 */
public interface Backtest {

  /**
   * Replays runs.
   *
   * @param runs runs of one or more workflows
   * @return what came of it
   * @throws IllegalArgumentException if there are none
   */
  static Backtest of(List<WorkflowRun> runs) {
    return HistoryProvider.installed().backtest(List.copyOf(runs));
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
   * @return scores, for each question that of the learned model first
   */
  List<BacktestScore> scores();

  /**
   * What is to be known of the scores: that history is too thin to tell, or that there was no
   * forecast of some runs.
   *
   * @return sentences; empty if there is nothing to say
   */
  List<String> remarks();
}
