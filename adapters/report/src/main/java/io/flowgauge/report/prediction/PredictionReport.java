package io.flowgauge.report.prediction;

import static java.util.Objects.requireNonNull;

import io.flowgauge.history.LearnedForecast;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.report.layout.Human;
import io.flowgauge.workflow.Workflow;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A forecast with everything that a report states about it.
 *
 * <pre>{@code
 * var forecast = Flowgauge.predict(workflow).forecast();
 * var prediction = PredictionReport.builder("montage", forecast).workflow(workflow).build();
 * TextPrediction.write(prediction, System.out);
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class PredictionReport {
  private final String title;
  private final List<String> basis;
  private final Forecast forecast;
  private final Optional<Workflow> workflow;
  private final Optional<Law> latency;
  private final OptionalDouble deterministicSeconds;
  private final OptionalDouble deadlineSeconds;
  private final OptionalDouble elapsedSeconds;
  private final OptionalDouble recordedSeconds;
  private final Map<String, Forecast> activities;
  private final boolean saysWhy;

  private PredictionReport(Builder from) {
    title = from.title;
    basis = from.basis;
    forecast = from.forecast;
    workflow = from.workflow;
    latency = from.latency;
    deterministicSeconds = from.deterministicSeconds;
    deadlineSeconds = from.deadlineSeconds;
    elapsedSeconds = from.elapsedSeconds;
    recordedSeconds = from.recordedSeconds;
    activities = from.activities;
    saysWhy = from.saysWhy;
  }

  /**
   * Starts a report.
   *
   * @param title name of the predicted run or workflow
   * @param forecast the forecast
   * @return a builder with nothing else set
   */
  public static Builder builder(String title, Forecast forecast) {
    return new Builder(requireNonNull(title, "title"), requireNonNull(forecast, "forecast"));
  }

  /**
   * The name of the predicted run or workflow.
   *
   * @return the name, as it was given
   */
  public String title() {
    return title;
  }

  /**
   * The data and assumptions behind the forecast.
   *
   * @return sentences; may be empty
   */
  public List<String> basis() {
    return basis;
  }

  /**
   * The forecast.
   *
   * @return the forecast
   */
  public Forecast forecast() {
    return forecast;
  }

  /**
   * The workflow; absent if services in a row were predicted.
   *
   * @return the workflow, or empty
   */
  public Optional<Workflow> workflow() {
    return workflow;
  }

  /**
   * The law of latency, if one holds for all activities.
   *
   * @return the law, or empty
   */
  public Optional<Law> latency() {
    return latency;
  }

  /**
   * The makespan without variability, if known.
   *
   * @return seconds, or empty
   */
  public OptionalDouble deterministicSeconds() {
    return deterministicSeconds;
  }

  /**
   * The deadline, if one is given.
   *
   * @return seconds from the start of the run, or empty
   */
  public OptionalDouble deadlineSeconds() {
    return deadlineSeconds;
  }

  /**
   * How long the run has been running, if its remaining time is predicted.
   *
   * @return seconds since the start of the run, or empty
   */
  public OptionalDouble elapsedSeconds() {
    return elapsedSeconds;
  }

  /**
   * The recorded makespan, if the run is over.
   *
   * @return seconds, or empty
   */
  public OptionalDouble recordedSeconds() {
    return recordedSeconds;
  }

  /**
   * Forecasts of single activities.
   *
   * @return forecasts by id, in the workflow's order; empty unless they were requested
   */
  public Map<String, Forecast> activities() {
    return activities;
  }

  /** The forecast, if it was learned from history. */
  Optional<LearnedForecast> learned() {
    return forecast instanceof LearnedForecast learned ? Optional.of(learned) : Optional.empty();
  }

  /** The forecast, if its sources of uncertainty are to be shown. */
  Optional<LearnedForecast> uncertain() {
    return learned().filter(any -> saysWhy);
  }

  /** The forecast of a workflow, with criticality and sensitivity of its activities. */
  Optional<NetworkForecast> reasons() {
    boolean hasOwn = workflow.isPresent();
    return hasOwn && forecast instanceof NetworkForecast network
        ? Optional.of(network)
        : Optional.empty();
  }

  /**
   * Returns the expected makespan divided by that without variability, if both are finite and
   * positive.
   */
  OptionalDouble variabilityFactor() {
    double plain = deterministicSeconds.orElse(0);
    return plain > 0 && plain < Double.POSITIVE_INFINITY && Double.isFinite(forecast.mean())
        ? OptionalDouble.of(forecast.mean() / plain)
        : OptionalDouble.empty();
  }

  /** Returns the probability of meeting the deadline. */
  OptionalDouble probabilityWithinDeadline() {
    return deadlineSeconds.isPresent()
        ? OptionalDouble.of(
            forecast.probabilityWithin(deadlineSeconds.getAsDouble() - elapsedSeconds.orElse(0)))
        : OptionalDouble.empty();
  }

  /** Returns the probability of taking no longer than the recorded makespan. */
  OptionalDouble probabilityWithinRecorded() {
    return recordedSeconds.isPresent()
        ? OptionalDouble.of(forecast.probabilityWithin(recordedSeconds.getAsDouble()))
        : OptionalDouble.empty();
  }

  /**
   * Returns the expected makespan divided by the recorded one, minus 1, if both are finite and
   * positive.
   */
  OptionalDouble relativeError() {
    double recorded = recordedSeconds.orElse(0);
    return recorded > 0 && Double.isFinite(forecast.mean())
        ? OptionalDouble.of(forecast.mean() / recorded - 1)
        : OptionalDouble.empty();
  }

  /** Returns the reason why there is no mean or no standard deviation. */
  Optional<String> infinite() {
    if (Double.isFinite(forecast.mean())) {
      return Double.isFinite(forecast.sd())
          ? Optional.empty()
          : Optional.of("there is no standard deviation: a latency's tail is too heavy");
    }
    double ends = forecast.probabilityWithin(Double.MAX_VALUE);
    return Optional.of(
        ends < 1
            ? "completes only with a probability of "
                + Human.percent(ends)
                + ", because jobs get lost"
            : "has no expected time: a latency's tail is too heavy");
  }

  /** Collects the contents of a report about a forecast. Not thread-safe. */
  public static final class Builder {
    private final String title;
    private final Forecast forecast;
    private List<String> basis = List.of();
    private Optional<Workflow> workflow = Optional.empty();
    private Optional<Law> latency = Optional.empty();
    private OptionalDouble deterministicSeconds = OptionalDouble.empty();
    private OptionalDouble deadlineSeconds = OptionalDouble.empty();
    private OptionalDouble elapsedSeconds = OptionalDouble.empty();
    private OptionalDouble recordedSeconds = OptionalDouble.empty();
    private Map<String, Forecast> activities = Map.of();
    private boolean saysWhy;

    private Builder(String title, Forecast forecast) {
      this.title = title;
      this.forecast = forecast;
    }

    /**
     * States the data and assumptions behind the forecast.
     *
     * @param sentences a sentence each
     * @return this builder
     */
    public Builder basis(List<String> sentences) {
      basis = List.copyOf(sentences);
      return this;
    }

    /**
     * Names the workflow, so that the report can list its critical activities.
     *
     * @param predicted workflow of the forecast
     * @return this builder
     */
    public Builder workflow(Workflow predicted) {
      workflow = Optional.of(predicted);
      return this;
    }

    /**
     * Names the law of latency.
     *
     * @param law the law for all activities
     * @return this builder
     */
    public Builder latency(Law law) {
      latency = Optional.of(law);
      return this;
    }

    /**
     * Adds the makespan without variability.
     *
     * @param seconds makespan if every time equalled its mean
     * @return this builder
     */
    public Builder deterministicSeconds(double seconds) {
      deterministicSeconds = OptionalDouble.of(seconds);
      return this;
    }

    /**
     * Requests the probability of meeting a deadline.
     *
     * @param seconds time from the start of the run
     * @return this builder
     */
    public Builder deadlineSeconds(double seconds) {
      deadlineSeconds = OptionalDouble.of(seconds);
      return this;
    }

    /**
     * States that the forecast is of the remaining time of a run.
     *
     * @param seconds time since the start of the run
     * @return this builder
     */
    public Builder elapsedSeconds(double seconds) {
      elapsedSeconds = OptionalDouble.of(seconds);
      return this;
    }

    /**
     * Adds the recorded makespan, for comparison with the forecast.
     *
     * @param seconds recorded makespan of the run
     * @return this builder
     */
    public Builder recordedSeconds(double seconds) {
      recordedSeconds = OptionalDouble.of(seconds);
      return this;
    }

    /**
     * Adds forecasts of single activities.
     *
     * @param forecasts forecasts by id, in the order in which they are to be reported
     * @return this builder
     */
    public Builder activities(Map<String, Forecast> forecasts) {
      activities = Collections.unmodifiableMap(new LinkedHashMap<>(forecasts));
      return this;
    }

    /**
     * Requests the sources of the uncertainty of a forecast learned from history.
     *
     * @return this builder
     */
    public Builder why() {
      saysWhy = true;
      return this;
    }

    /**
     * Builds the report.
     *
     * @return a report of the values given so far
     */
    public PredictionReport build() {
      return new PredictionReport(this);
    }
  }
}
