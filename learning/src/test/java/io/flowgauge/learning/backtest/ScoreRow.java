package io.flowgauge.learning.backtest;

import io.flowgauge.history.BacktestResult;
import io.flowgauge.history.BacktestScore;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A line of a table: how well a question was answered, compared with simple rules.
 *
 * @param asked what was asked
 * @param scores scores of this library's method, if it made forecasts, and of simple rules
 * @param questions how often it was asked, if not every question got a forecast; else 0
 * @param target what is to be reached
 */
record ScoreRow(String asked, List<BacktestScore> scores, int questions, Target target) {

  /** Scores results that all answer one question. */
  static ScoreRow of(String asked, List<BacktestResult> results, Target target) {
    List<BacktestScore> scores = Results.scores(results);
    return new ScoreRow(asked, scores, 0, target);
  }

  /** Returns this row for a question that was asked more often than there were forecasts. */
  ScoreRow outOf(int all) {
    return new ScoreRow(asked, scores, all, target);
  }

  /** Returns this row with a target. */
  ScoreRow withTarget(Target other) {
    return new ScoreRow(asked, scores, questions, other);
  }

  /** Returns the score of a method, which must be present. */
  BacktestScore score(String method) {
    return scores.stream().filter(s -> s.method().equals(method)).findFirst().orElseThrow();
  }

  private static List<BacktestScore> own(List<BacktestScore> scores) {
    return scores.stream().filter(each -> each.method().equals(Replay.LEARNED)).toList();
  }

  @Override
  public String toString() {
    List<BacktestScore> own = own(scores);
    String numbers = own.isEmpty() ? "0 of " + questions + " | | | | | | |" : numbers(own.get(0));
    String rules =
        scores.stream()
            .filter(score -> !own.contains(score))
            .map(ScoreRow::rule)
            .collect(Collectors.joining("; "));
    return "| " + asked + " | " + numbers + " " + rules + " | " + target.missedBy(own) + " |";
  }

  private String numbers(BacktestScore score) {
    return String.format(
        Locale.ROOT,
        "%,d%s | %.1f | %.1f | %.1f | %+.0f | %.0f | %.0f |",
        score.count(),
        questions > score.count() ? String.format(Locale.ROOT, " of %,d", questions) : "",
        100 * score.medianError(),
        100 * score.meanError(),
        100 * score.weightedError(),
        100 * score.bias(),
        100 * score.coverage80(),
        100 * score.width80());
  }

  private static String rule(BacktestScore score) {
    return String.format(
        "%s %s / %s / %s",
        score.method().replace('-', ' '),
        percent(score.medianError()),
        percent(score.meanError()),
        percent(score.weightedError()));
  }

  private static String percent(double fraction) {
    return String.format(Locale.ROOT, fraction < 0.0995 ? "%.1f" : "%.0f", 100 * fraction);
  }
}
