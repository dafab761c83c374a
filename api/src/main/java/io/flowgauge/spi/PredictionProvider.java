package io.flowgauge.spi;

import io.flowgauge.prediction.ChainPrediction;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.LawFit;
import io.flowgauge.prediction.MeasuredTimes;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.prediction.Quantile;
import io.flowgauge.prediction.Resubmission;
import io.flowgauge.prediction.RunningChain;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Workflow;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Creates laws and predictions. Implementations are stateless and thread-safe. */
public interface PredictionProvider {

  /**
   * The implementation on the class path or module path.
   *
   * @return the first one found, always the same
   * @throws IllegalStateException if there is none
   */
  static PredictionProvider installed() {
    // Looks the provider up once: callers make laws by the thousand.
    final class Installed {
      /**
       * Null if there is none, so that each caller gets a message rather than a class that failed
       * to load.
       */
      static final @Nullable PredictionProvider PROVIDER =
          ServiceLoader.load(PredictionProvider.class, PredictionProvider.class.getClassLoader())
              .findFirst()
              .orElse(null);
    }

    if (Installed.PROVIDER == null) {
      throw new IllegalStateException(
          "PredictionProvider is missing: put flowgauge-probabilistic on the class path or module"
              + " path");
    }
    return Installed.PROVIDER;
  }

  /**
   * A law given by type name and parameters.
   *
   * @param type name of the type
   * @param parameters parameters by name: numbers, lists, laws, or maps in place of laws
   * @return the law
   * @throws IllegalArgumentException as {@link Law#of} says
   */
  Law law(String type, Map<String, ?> parameters);

  /**
   * Parses a law.
   *
   * @param text text as {@link Law#text()} returns
   * @return the law
   * @throws IllegalArgumentException if the text does not describe a law
   */
  Law parseLaw(String text);

  /**
   * Fits laws to a sample.
   *
   * @param sample the values
   * @return the fits, the best first
   * @throws IllegalArgumentException as {@link Law#fit} says
   */
  List<LawFit> fit(double[] sample);

  /**
   * A law with given moments.
   *
   * @param type name of the type
   * @param mean the mean
   * @param sd the standard deviation
   * @return the law
   * @throws IllegalArgumentException as {@link Law#ofMoments} says
   */
  Law lawOfMoments(String type, double mean, double sd);

  /**
   * A law with given quantiles.
   *
   * @param type name of the type
   * @param lower the smaller quantile
   * @param upper the larger quantile
   * @return the law
   * @throws IllegalArgumentException as {@link Law#ofQuantiles} says
   */
  Law lawOfQuantiles(String type, Quantile lower, Quantile upper);

  /**
   * A prediction of services in a row, without services so far.
   *
   * @return the prediction
   */
  ChainPrediction chain();

  /**
   * A prediction of a workflow, with no latencies and one data segment.
   *
   * @param workflow the workflow
   * @return the prediction
   */
  NetworkPrediction predict(Workflow workflow);

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
   * @param mode how the services process data segments
   * @param dataSegments how many
   * @param services laws of the time each service takes for a data segment
   * @return the run
   * @throws IllegalArgumentException as {@link RunningChain#of} says
   */
  RunningChain runningChain(Mode mode, int dataSegments, List<Law> services);

  /**
   * Learns service times and latencies from runs.
   *
   * @param run a run
   * @param earlier other runs
   * @return the learned times
   */
  MeasuredTimes measuredTimes(WorkflowRun run, List<WorkflowRun> earlier);
}
