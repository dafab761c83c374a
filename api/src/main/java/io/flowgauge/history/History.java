package io.flowgauge.history;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.HistoryProvider;
import io.flowgauge.workflow.Workflow;
import java.util.List;
import java.util.Set;

/**
 * What earlier runs teach about the next one: how long activities take, by type, size of their
 * input, machine, sample and work; how many run at once, how long a start is delayed, and what
 * fails.
 *
 * <pre>{@code
 * var history = History.of(monday, tuesday, wednesday);
 * var forecast = Flowgauge.predict(workflow).from(history).forecast();
 * System.out.println(forecast.quantile(0.9));
 * System.out.println(forecast.basis());
 * }</pre>
 *
 * <p>The runs may be of the same workflow or of others; types of activities are what they have in
 * common. Immutable and thread-safe.
 */
public interface History {

  /**
   * Learns from runs.
   *
   * @param runs finished runs, in any order; what completed in unfinished ones counts, too
   * @return the history; of no runs, one from which only the rest of a run can be predicted
   */
  static History of(WorkflowRun... runs) {
    return of(List.of(runs));
  }

  /**
   * Learns from runs.
   *
   * @param runs finished runs, in any order; what completed in unfinished ones counts, too
   * @return the history; of no runs, one from which only the rest of a run can be predicted
   */
  static History of(List<WorkflowRun> runs) {
    return HistoryProvider.installed().history(List.copyOf(runs));
  }

  /**
   * Number of runs.
   *
   * @return 0 or more
   */
  int runs();

  /**
   * The types of activities that completed.
   *
   * @return names
   */
  Set<String> types();

  /**
   * The machines or queues that activities ran on.
   *
   * @return names, as the runs have them
   */
  Set<String> machines();

  /**
   * Starts predicting a run of a workflow.
   *
   * @param workflow the workflow
   * @return the prediction, on machines and slots as in history
   */
  LearnedPrediction predict(Workflow workflow);
}
