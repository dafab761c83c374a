package io.flowgauge.report.prediction;

import io.flowgauge.history.Backtest;
import io.flowgauge.history.BacktestResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes the predictions of a backtest as CSV, one line each. Stateless and thread-safe. */
public final class CsvBacktest {
  private static final int STEP = 5;

  private CsvBacktest() {}

  /**
   * Writes the predictions: method, corpus, question, app, run, item, actual, point, and quantiles
   * from q05 to q95. The app is the workflow; times are in seconds.
   *
   * @param backtest the backtest
   * @param corpus a name for the set of runs
   * @param out receives the lines
   * @throws IOException if writing fails
   */
  public static void write(Backtest backtest, String corpus, Appendable out) throws IOException {
    List<String> names =
        new ArrayList<>(
            List.of("method", "corpus", "question", "app", "run", "item", "actual", "point"));
    for (int k = 1; k <= BacktestResult.QUANTILES; k++) {
      names.add(String.format(Locale.ROOT, "q%02d", STEP * k));
    }
    line(names, out);
    for (BacktestResult each : backtest.results()) {
      List<String> cells =
          new ArrayList<>(
              List.of(
                  each.method(),
                  corpus,
                  each.question(),
                  each.workflow(),
                  each.run(),
                  each.item(),
                  seconds(each.actualSeconds()),
                  seconds(each.predictedSeconds())));
      each.quantiles().forEach(quantile -> cells.add(seconds(quantile)));
      line(cells, out);
    }
  }

  private static String seconds(double value) {
    return String.format(Locale.ROOT, "%.6g", value);
  }

  private static void line(List<String> cells, Appendable out) throws IOException {
    out.append(cells.stream().map(CsvBacktest::quoted).collect(Collectors.joining(",")))
        .append('\n');
  }

  /** Quotes a cell according to RFC 4180. */
  private static String quoted(String text) {
    boolean isPlain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
