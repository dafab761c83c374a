package io.flowgauge.metrics.render;

import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.workflow.Workflow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A forecast and what is to be said with it. Immutable.
 *
 * @param title name of what is predicted
 * @param basis sentences on what the forecast rests on
 * @param workflow the workflow, unless services in a row were predicted
 * @param forecast the forecast
 * @param latency law of latency, if there is one for all
 * @param deterministicSeconds makespan without variability, where it is known
 * @param deadlineSeconds deadline from the start of the run, if one is given
 * @param elapsedSeconds time a run has been going on, if what remains of it is predicted
 * @param recordedSeconds what the run took, if it is over
 */
public record PredictionView(
    String title,
    List<String> basis,
    Optional<Workflow> workflow,
    Forecast forecast,
    Optional<Law> latency,
    OptionalDouble deterministicSeconds,
    OptionalDouble deadlineSeconds,
    OptionalDouble elapsedSeconds,
    OptionalDouble recordedSeconds) {

  /**
   * Copies the sentences.
   *
   * @param title name of what is predicted
   * @param basis sentences on what the forecast rests on
   * @param workflow the workflow
   * @param forecast the forecast
   * @param latency law of latency
   * @param deterministicSeconds makespan without variability
   * @param deadlineSeconds deadline from the start of the run
   * @param elapsedSeconds time the run has been going on
   * @param recordedSeconds what the run took
   */
  public PredictionView {
    basis = List.copyOf(basis);
  }

  /** The forecast of a workflow, with reasons. */
  Optional<NetworkForecast> reasons() {
    boolean hasOwn = workflow.isPresent();
    return hasOwn && forecast instanceof NetworkForecast network
        ? Optional.of(network)
        : Optional.empty();
  }

  /** What variability costs, where both means are finite and above 0. */
  OptionalDouble variabilityFactor() {
    double plain = deterministicSeconds.orElse(0);
    return plain > 0 && plain < Double.POSITIVE_INFINITY && Double.isFinite(forecast.mean())
        ? OptionalDouble.of(forecast.mean() / plain)
        : OptionalDouble.empty();
  }

  /** Probability to meet the deadline. */
  OptionalDouble probabilityWithinDeadline() {
    return deadlineSeconds.isPresent()
        ? OptionalDouble.of(
            forecast.probabilityWithin(deadlineSeconds.getAsDouble() - elapsedSeconds.orElse(0)))
        : OptionalDouble.empty();
  }

  /** Probability to take no longer than was recorded. */
  OptionalDouble probabilityWithinRecorded() {
    return recordedSeconds.isPresent()
        ? OptionalDouble.of(forecast.probabilityWithin(recordedSeconds.getAsDouble()))
        : OptionalDouble.empty();
  }

  /** How far the expected time is off what was recorded, where both are finite and above 0. */
  OptionalDouble relativeError() {
    double recorded = recordedSeconds.orElse(0);
    return recorded > 0 && Double.isFinite(forecast.mean())
        ? OptionalDouble.of(forecast.mean() / recorded - 1)
        : OptionalDouble.empty();
  }

  /** Why there is no mean, or no standard deviation. */
  Optional<String> infinite() {
    if (Double.isFinite(forecast.mean())) {
      return Double.isFinite(forecast.sd())
          ? Optional.empty()
          : Optional.of("there is no standard deviation: a latency's tail is too heavy");
    }
    double ends = forecast.probabilityWithin(Double.MAX_VALUE);
    return Optional.of(
        ends < 1
            ? "ends with a probability of " + Human.percent(ends) + ": jobs get lost"
            : "has no expected time: a latency's tail is too heavy");
  }
}
