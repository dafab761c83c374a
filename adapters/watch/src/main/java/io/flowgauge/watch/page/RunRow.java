package io.flowgauge.watch.page;

import io.flowgauge.live.LiveForecast;
import io.flowgauge.live.LiveRun;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.report.document.JsonWriter;
import java.io.IOException;
import java.util.Optional;

/** Writes a run as a row of the list. */
final class RunRow {
  private static final double[] QUANTILES = {0.05, 0.25, 0.5, 0.75, 0.95};

  private RunRow() {}

  /** Writes the fields of a row. */
  static void write(JsonWriter json, LiveRun run, Optional<Outlook> outlook) throws IOException {
    json.name("id", run.id());
    json.name("name", run.name());
    json.text("href", "/runs/" + RunAddress.of(run.id()));
    json.flag("finished", run.isFinished());
    json.name("trouble", run.trouble());
    json.number("changes", run.changes());
    json.number("changed", run.changed().toEpochMilli() / 1e3);
    if (outlook.isPresent()) {
      json.number("over", outlook.get().over());
      json.number("total", outlook.get().total());
      json.number("failed", outlook.get().failed());
      json.object("forecast", () -> forecast(json, outlook.get().forecast()));
    }
  }

  /** Writes the remaining time, in seconds, or why it is unknown. */
  static void forecast(JsonWriter json, LiveForecast forecast) throws IOException {
    Optional<? extends Forecast> remaining = forecast.remaining();
    if (remaining.isEmpty()) {
      json.text("why", forecast.why());
      return;
    }
    json.number("mean", remaining.get().mean());
    json.array("quantiles", () -> quantiles(json, remaining.get()));
    json.number("toCome", forecast.toCome());
    json.text("basis", forecast.basis());
  }

  private static void quantiles(JsonWriter json, Forecast forecast) throws IOException {
    for (double probability : QUANTILES) {
      json.element(forecast.quantile(probability));
    }
  }
}
