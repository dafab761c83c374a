package io.flowgauge.html;

import io.flowgauge.metrics.render.Json;
import io.flowgauge.metrics.render.PredictionText;
import io.flowgauge.metrics.render.PredictionView;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.MeasuredTimes;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.prediction.PredictionBuilder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a run should have taken by its own service times, latencies and slots, beside what it took;
 * of a run that is not finished, what remains. As {@code flowgauge predict} answers without
 * options.
 */
final class ForecastJson {
  /** Reasons are sampled; of more activities they would take longer than all the rest. */
  private static final int MOST_WITH_REASONS = 5_000;

  private static final int REASONS = 10;
  private static final double LEAST_CRITICAL = 0.005;
  private static final int QUANTILES = 100;
  private static final double[] TAILS = {0.001, 0.005, 0.995, 0.999};

  private final Json json;
  private final WorkflowRun run;

  ForecastJson(Json json, WorkflowRun run) {
    this.json = json;
    this.run = run;
  }

  void write() throws IOException {
    try {
      MeasuredTimes times = MeasuredTimes.of(run).asItRan();
      if (isKnown(times)) {
        write(times);
      } else {
        json.text("why", "an activity has neither measured times nor a type that has them");
      }
    } catch (IllegalStateException | IllegalArgumentException e) {
      json.text("why", String.valueOf(e.getMessage()));
    }
  }

  /** What was never measured takes what all others took. */
  private boolean isKnown(MeasuredTimes times) {
    return !times.latencySeconds().isEmpty()
        || run.workflow().activities().stream()
            .map(Activity::type)
            .allMatch(type -> times.serviceSeconds(type).isPresent());
  }

  private void write(MeasuredTimes times) throws IOException {
    boolean isOver = run.isFinished() || run.endNanos().isEmpty();
    PredictionBuilder builder = isOver ? times.predict(run.workflow()) : times.remaining(run);
    NetworkForecast forecast = builder.forecast();
    if (!Double.isFinite(forecast.mean())) {
      json.text("why", "the expected makespan is not finite");
      return;
    }
    OptionalDouble makespan =
        run.makespan()
            .map(time -> OptionalDouble.of(Times.seconds(Times.saturatedNanos(time))))
            .orElse(OptionalDouble.empty());
    PredictionView view =
        new PredictionView(
            run.name(),
            List.of(),
            Optional.of(run.workflow()),
            forecast,
            Optional.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            isOver ? OptionalDouble.empty() : makespan,
            isOver ? makespan : OptionalDouble.empty());
    json.texts("conclusion", PredictionText.conclusion(view));
    json.text("method", PredictionText.method(forecast));
    json.number("mean", forecast.mean());
    json.number("sd", forecast.sd());
    json.number("recorded", view.recordedSeconds());
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
