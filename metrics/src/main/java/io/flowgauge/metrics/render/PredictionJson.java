package io.flowgauge.metrics.render;

import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.prediction.Range;
import java.io.IOException;
import java.util.Map;

/**
 * A prediction as one JSON object. What is infinite, as where jobs may be lost for ever, is absent,
 * and a member {@code infinite} says why. Stateless and thread-safe.
 */
public final class PredictionJson {
  /** The quantiles printed. */
  static final double[] LEVELS = {0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99};

  private PredictionJson() {}

  /**
   * Writes a prediction.
   *
   * @param view the prediction
   * @param out where to
   * @throws IOException if writing fails
   */
  public static void write(PredictionView view, Appendable out) throws IOException {
    JsonReport.document(out, json -> fields(json, view));
  }

  private static void fields(Json json, PredictionView view) throws IOException {
    Forecast forecast = view.forecast();
    json.text("name", view.title());
    json.number("meanSeconds", forecast.mean());
    json.number("sdSeconds", forecast.sd());
    json.object("quantiles", () -> quantiles(json, forecast));
    if (view.infinite().isPresent()) {
      json.text("infinite", view.infinite().get());
    }
    json.text("method", forecast.method());
    json.object("error", () -> error(json, forecast.error()));
    json.number("deterministicSeconds", view.deterministicSeconds());
    json.number("variabilityFactor", view.variabilityFactor());
    json.number("deadlineSeconds", view.deadlineSeconds());
    json.number("probabilityWithinDeadline", view.probabilityWithinDeadline());
    json.number("elapsedSeconds", view.elapsedSeconds());
    json.number("recordedSeconds", view.recordedSeconds());
    json.number("relativeError", view.relativeError());
    json.number("probabilityWithinRecorded", view.probabilityWithinRecorded());
    if (view.latency().isPresent()) {
      json.text("latency", view.latency().get().text());
    }
    if (view.reasons().isPresent()) {
      reasons(json, view.reasons().get());
    }
    json.texts("basis", view.basis());
  }

  private static void quantiles(Json json, Forecast forecast) throws IOException {
    for (double p : LEVELS) {
      json.number(Double.toString(p), forecast.quantile(p));
    }
  }

  private static void error(Json json, ForecastError error) throws IOException {
    json.text("kind", error.kind().name());
    json.number("relative", error.relative());
    json.number("level", error.level());
    json.object("mean", () -> range(json, error.mean()));
    json.object("sd", () -> range(json, error.sd()));
  }

  private static void range(Json json, Range range) throws IOException {
    json.number("lower", range.lower());
    json.number("upper", range.upper());
  }

  private static void reasons(Json json, NetworkForecast forecast) throws IOException {
    json.object("bracket", () -> range(json, forecast.bracket()));
    json.object("criticality", () -> numbers(json, forecast.criticality()));
    json.object("sensitivitySeconds", () -> numbers(json, forecast.sensitivity()));
  }

  private static void numbers(Json json, Map<String, Double> numbers) throws IOException {
    for (Map.Entry<String, Double> each : numbers.entrySet()) {
      json.number(each.getKey(), each.getValue());
    }
  }
}
