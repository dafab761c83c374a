package io.flowgauge.report.prediction;

import io.flowgauge.history.Backtest;
import io.flowgauge.history.BacktestScore;
import io.flowgauge.report.document.JsonDocument;
import io.flowgauge.report.document.JsonWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Writes the scores of a backtest as one JSON object: by question, then by method. Stateless and
 * thread-safe.
 */
public final class JsonBacktest {
  private JsonBacktest() {}

  /**
   * Writes the scores.
   *
   * @param backtest the backtest
   * @param out receives the document
   * @throws IOException if writing fails
   */
  public static void write(Backtest backtest, Appendable out) throws IOException {
    JsonDocument.write(out, json -> questions(json, TextBacktest.byQuestion(backtest)));
  }

  private static void questions(JsonWriter json, Map<String, List<BacktestScore>> questions)
      throws IOException {
    for (Map.Entry<String, List<BacktestScore>> each : questions.entrySet()) {
      json.object(each.getKey(), () -> methods(json, each.getValue()));
    }
  }

  private static void methods(JsonWriter json, List<BacktestScore> scores) throws IOException {
    for (BacktestScore score : scores) {
      json.object(score.method(), () -> score(json, score));
    }
  }

  private static void score(JsonWriter json, BacktestScore score) throws IOException {
    json.number("n", (long) score.count());
    json.number("mdape", score.medianError());
    json.number("mape", score.meanError());
    json.number("wape", score.weightedError());
    json.number("bias", score.bias());
    json.number("c50", score.coverage50());
    json.number("c80", score.coverage80());
    json.number("c90", score.coverage90());
    json.number("w80", score.width80());
  }
}
