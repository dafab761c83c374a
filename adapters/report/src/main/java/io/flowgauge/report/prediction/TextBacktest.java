package io.flowgauge.report.prediction;

import io.flowgauge.history.Backtest;
import io.flowgauge.history.BacktestScore;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a backtest as text: a table for each question. Stateless and thread-safe. */
public final class TextBacktest {
  private static final Map<String, String> QUESTIONS =
      Map.of(
          "task", "TIME OF AN ACTIVITY",
          "makespan", "MAKESPAN OF THE NEXT RUN",
          "rest25", "WHAT REMAINS AFTER A QUARTER",
          "rest50", "WHAT REMAINS AFTER A HALF",
          "rest75", "WHAT REMAINS AFTER THREE QUARTERS");

  private TextBacktest() {}

  /**
   * Writes a backtest.
   *
   * @param backtest the backtest
   * @param out receives the text
   * @throws IOException if writing fails
   */
  public static void write(Backtest backtest, Appendable out) throws IOException {
    Page page = new Page(out);
    page.paragraph(
        "",
        "Each run is predicted from the runs before it. Error: the median relative error; of the"
            + " sum: the sum of all errors over the sum of all times; bias: the sum of all"
            + " predictions over the sum of all times, less one; within: how often the time lay"
            + " between the 10 % and the 90 % quantile, which should be 80 %; width: the median"
            + " width of that interval, relative to the prediction.");
    for (Map.Entry<String, List<BacktestScore>> each : byQuestion(backtest).entrySet()) {
      page.title(QUESTIONS.getOrDefault(each.getKey(), each.getKey()), "");
      Table table = new Table("~>>>>>>");
      table.row("method", "count", "error", "of the sum", "bias", "within", "width");
      for (BacktestScore score : each.getValue()) {
        table.row(
            score.method(),
            Human.format("%,d", score.count()),
            Human.percent(score.medianError()),
            Human.percent(score.weightedError()),
            Human.format("%+.1f %%", 100 * score.bias()),
            Human.roundPercent(score.coverage80()),
            Double.isNaN(score.width80()) ? Human.ABSENT : Human.percent(score.width80()));
      }
      table.write(page);
    }
    for (String remark : backtest.remarks()) {
      page.line("");
      page.paragraph("", remark);
    }
  }

  /** Returns the scores by question, the makespan first. */
  static Map<String, List<BacktestScore>> byQuestion(Backtest backtest) {
    Map<String, List<BacktestScore>> all = new LinkedHashMap<>();
    for (BacktestScore score : backtest.scores()) {
      all.computeIfAbsent(score.question(), key -> new ArrayList<>()).add(score);
    }
    return all;
  }
}
