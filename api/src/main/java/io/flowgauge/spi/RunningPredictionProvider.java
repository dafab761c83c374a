package io.flowgauge.spi;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.MeasuredTimes;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.Resubmission;
import io.flowgauge.prediction.RunningChain;
import io.flowgauge.run.WorkflowRun;
import java.util.List;
import java.util.ServiceLoader;

/** Predicts what a scheduler asks while jobs run. Implementations are stateless and thread-safe. */
public interface RunningPredictionProvider {

  /**
   * The implementation on the class path or module path.
   *
   * @return the first one found
   * @throws IllegalStateException if there is none
   */
  static RunningPredictionProvider installed() {
    return ServiceLoader.load(
            RunningPredictionProvider.class, RunningPredictionProvider.class.getClassLoader())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "RunningPredictionProvider is missing: put flowgauge-probabilistic on the class"
                        + " path or module path"));
  }

  /**
   * Resubmission of jobs one at a time, at no cost.
   *
   * @param latency latency of one submission
   * @return the resubmission
   * @throws IllegalArgumentException if the latency can be negative
   */
  Resubmission resubmission(Law latency);

  /**
   * A run of services in a row at its start.
   *
   * @param mode how data segments are worked off
   * @param dataSegments how many
   * @param services laws of the time each service takes for a data segment
   * @return the run
   * @throws IllegalArgumentException as {@link RunningChain#of} says
   */
  RunningChain running(Mode mode, int dataSegments, List<Law> services);

  /**
   * Learns service times and latencies from runs.
   *
   * @param run a run
   * @param earlier other runs
   * @return what they tell
   */
  MeasuredTimes measured(WorkflowRun run, List<WorkflowRun> earlier);
}
