package io.flowgauge.report.html;

import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.MeasuredTimes;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.report.document.JsonWriter;
import io.flowgauge.report.prediction.PredictionReport;
import io.flowgauge.report.prediction.TextPrediction;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The makespan predicted from the service times, latencies and slots of the run itself, next to the
 * observed one; for an unfinished run, the remaining time. {@code flowgauge predict} without
 * options gives the same answer.
 */
final class ForecastData {
  /**
   * Limit for sampling the criticality, which would take longer than everything else for more
   * activities.
   */
  private static final int MOST_WITH_REASONS = 5_000;

  private static final int REASONS = 10;
  private static final double LEAST_CRITICAL = 0.005;
  private static final int QUANTILES = 100;
  private static final double[] TAILS = {0.001, 0.005, 0.995, 0.999};

  private final JsonWriter json;
  private final WorkflowRun run;

  ForecastData(JsonWriter json, WorkflowRun run) {
    this.json = json;
    this.run = run;
  }

  void write() throws IOException {
    try {
      MeasuredTimes times = MeasuredTimes.of(run).asItRan();
      if (isKnown(times)) {
        write(times);
      } else {
        json.text("why", "an activity has no measured times, nor has any other of its type");
      }
    } catch (IllegalStateException | IllegalArgumentException e) {
      json.text("why", String.valueOf(e.getMessage()));
    }
  }

  /**
   * Whether all times are known: types that were never measured would be given the times of all
   * others.
   */
  private boolean isKnown(MeasuredTimes times) {
    return !times.latencySeconds().isEmpty()
        || run.workflow().activities().stream()
            .map(Activity::type)
            .allMatch(type -> times.serviceSeconds(type).isPresent());
  }

  private void write(MeasuredTimes times) throws IOException {
    boolean isOver = run.isFinished() || run.endNanos().isEmpty();
    NetworkPrediction model = isOver ? times.predict(run.workflow()) : times.remaining(run);
    NetworkForecast forecast = model.forecast();
    if (!Double.isFinite(forecast.mean())) {
      json.text("why", "the expected makespan is not finite");
      return;
    }
    OptionalDouble makespan =
        run.makespan()
            .map(time -> OptionalDouble.of(Times.seconds(Times.saturatedNanos(time))))
            .orElse(OptionalDouble.empty());
    var builder = PredictionReport.builder(run.name(), forecast).workflow(run.workflow());
    makespan.ifPresent(isOver ? builder::recordedSeconds : builder::elapsedSeconds);
    PredictionReport prediction = builder.build();
    json.texts("conclusion", TextPrediction.conclusion(prediction));
    json.text("method", TextPrediction.method(forecast));
    json.number("mean", forecast.mean());
    json.number("sd", forecast.sd());
    json.number("recorded", prediction.recordedSeconds());
    if (times.areOnSlots()) {
      json.number("slots", times.slots().orElseThrow());
    }
    json.array("quantiles", () -> quantiles(forecast));
    if (run.workflow().activityCount() <= MOST_WITH_REASONS) {
      json.array("critical", () -> critical(forecast));
    }
  }

  private void quantiles(Forecast forecast) throws IOException {
    for (double p : levels()) {
      json.array(
          () -> {
            json.element(p);
            json.element(forecast.quantile(p));
          });
    }
  }

  private static double[] levels() {
    double[] levels = new double[QUANTILES - 1 + TAILS.length];
    System.arraycopy(TAILS, 0, levels, 0, TAILS.length);
    for (int k = 1; k < QUANTILES; k++) {
      levels[TAILS.length + k - 1] = k / (double) QUANTILES;
    }
    Arrays.sort(levels);
    return levels;
  }

  private void critical(NetworkForecast forecast) throws IOException {
    Map<String, Double> shares = forecast.criticality();
    Map<String, Double> seconds = forecast.sensitivity();
    List<String> ids =
        shares.keySet().stream()
            .filter(id -> shares.get(id) >= LEAST_CRITICAL)
            .sorted(Comparator.comparingDouble(id -> -seconds.getOrDefault(id, 0.0)))
            .limit(REASONS)
            .toList();
    for (String id : ids) {
      json.object(
          () -> {
            json.name("id", id);
            json.number("share", shares.get(id));
            json.number("seconds", seconds.getOrDefault(id, 0.0));
          });
    }
  }
}
