package io.flowgauge.report.prediction;

import io.flowgauge.history.ForecastBasis;
import io.flowgauge.history.LearnedForecast;
import io.flowgauge.history.TypeBasis;
import io.flowgauge.history.Uncertainty;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.prediction.Range;
import io.flowgauge.report.document.JsonDocument;
import io.flowgauge.report.document.JsonWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Writes a prediction as one JSON object. Infinite values, which occur if jobs may be lost, are
 * absent, and the member {@code infinite} gives the reason. Stateless and thread-safe.
 */
public final class JsonPrediction {
  /** Levels of the quantiles that are written. */
  static final double[] LEVELS = {0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99};

  private JsonPrediction() {}

  /**
   * Writes a prediction.
   *
   * @param prediction the prediction
   * @param out receives the document
   * @throws IOException if writing fails
   */
  public static void write(PredictionReport prediction, Appendable out) throws IOException {
    JsonDocument.write(out, json -> fields(json, prediction));
  }

  private static void fields(JsonWriter json, PredictionReport prediction) throws IOException {
    Forecast forecast = prediction.forecast();
    json.text("name", prediction.title());
    json.number("meanSeconds", forecast.mean());
    json.number("sdSeconds", forecast.sd());
    json.object("quantiles", () -> quantiles(json, forecast));
    if (prediction.infinite().isPresent()) {
      json.text("infinite", prediction.infinite().get());
    }
    json.text("method", forecast.method());
    json.object("error", () -> error(json, forecast.error()));
    json.number("deterministicSeconds", prediction.deterministicSeconds());
    json.number("variabilityFactor", prediction.variabilityFactor());
    json.number("deadlineSeconds", prediction.deadlineSeconds());
    json.number("probabilityWithinDeadline", prediction.probabilityWithinDeadline());
    json.number("elapsedSeconds", prediction.elapsedSeconds());
    json.number("recordedSeconds", prediction.recordedSeconds());
    json.number("relativeError", prediction.relativeError());
    json.number("probabilityWithinRecorded", prediction.probabilityWithinRecorded());
    if (prediction.latency().isPresent()) {
      json.text("latency", prediction.latency().get().text());
    }
    if (prediction.reasons().isPresent()) {
      reasons(json, prediction.reasons().get());
    }
    if (prediction.learned().isPresent()) {
      json.text("basis", prediction.learned().get().basis().toString());
      json.texts("unknown", List.of());
    } else {
      json.texts("basis", prediction.basis());
    }
    if (prediction.uncertain().isPresent()) {
      uncertainty(json, prediction.uncertain().get());
    }
    if (!prediction.activities().isEmpty()) {
      json.object("activities", () -> activities(json, prediction.activities()));
    }
  }

  private static void uncertainty(JsonWriter json, LearnedForecast forecast) throws IOException {
    json.array(
        "uncertainty",
        () -> {
          for (Uncertainty each : forecast.sources()) {
            json.object(
                () -> {
                  json.text("source", each.source());
                  json.number("share", each.share());
                });
          }
        });
    json.number("sdSecondsAfterOneMoreRun", forecast.sdAfterOneMoreRun());
  }

  private static void activities(JsonWriter json, Map<String, Forecast> activities)
      throws IOException {
    for (Map.Entry<String, Forecast> each : activities.entrySet()) {
      json.object(
          each.getKey(),
          () -> {
            json.number("q05", each.getValue().quantile(0.05));
            json.number("q50", each.getValue().quantile(0.5));
            json.number("q95", each.getValue().quantile(0.95));
          });
    }
  }

  /**
   * Writes that there is no forecast: the mean is null.
   *
   * @param title name of the predicted run or workflow
   * @param basis the data on which a forecast would rest
   * @param out receives the document
   * @throws IOException if writing fails
   */
  public static void writeNone(String title, ForecastBasis basis, Appendable out)
      throws IOException {
    JsonDocument.write(
        out,
        json -> {
          json.text("name", title);
          json.nothing("meanSeconds");
          json.text("why", basis.unknown());
          json.text("basis", basis.toString());
          json.texts(
              "unknown",
              basis.types().stream()
                  .filter(type -> type.observations() == 0)
                  .map(TypeBasis::type)
                  .toList());
        });
  }

  private static void quantiles(JsonWriter json, Forecast forecast) throws IOException {
    for (double p : LEVELS) {
      json.number(Double.toString(p), forecast.quantile(p));
    }
  }

  private static void error(JsonWriter json, ForecastError error) throws IOException {
    json.text("kind", error.kind().name());
    json.number("relative", error.relative());
    json.number("level", error.level());
    json.object("mean", () -> range(json, error.mean()));
    json.object("sd", () -> range(json, error.sd()));
  }

  private static void range(JsonWriter json, Range range) throws IOException {
    json.number("lower", range.lower());
    json.number("upper", range.upper());
  }

  private static void reasons(JsonWriter json, NetworkForecast forecast) throws IOException {
    json.object("bracket", () -> range(json, forecast.bracket()));
    json.object("criticality", () -> numbers(json, forecast.criticality()));
    json.object("sensitivitySeconds", () -> numbers(json, forecast.sensitivity()));
  }

  private static void numbers(JsonWriter json, Map<String, Double> numbers) throws IOException {
    for (Map.Entry<String, Double> each : numbers.entrySet()) {
      json.number(each.getKey(), each.getValue());
    }
  }
}
