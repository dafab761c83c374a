package io.flowgauge.learning.backtest;

import io.flowgauge.history.BacktestScore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Bounds that scores are to meet, in percent. Immutable and thread-safe. */
record Target(List<Bound> bounds) {
  static final Target NONE = new Target(List.of());

  private record Bound(String text, ToDoubleFunction<BacktestScore> value, double lo, double hi) {
    boolean holds(BacktestScore score) {
      double percent = 100 * value.applyAsDouble(score);
      return percent >= lo && percent <= hi;
    }
  }

  Target median(double most) {
    return with(text("MdAPE ≤ %.1f", most), BacktestScore::medianError, 0, most);
  }

  Target mean(double most) {
    return with(text("MAPE ≤ %.1f", most), BacktestScore::meanError, 0, most);
  }

  Target ofTheSum(double most) {
    return with(text("WAPE ≤ %.1f", most), BacktestScore::weightedError, 0, most);
  }

  Target covered(double least, double most) {
    String text = most < 100 ? text("c80 %.1f–%.1f", least, most) : text("c80 ≥ %.1f", least);
    return with(text, BacktestScore::coverage80, least, most);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values).replace(".0", "");
  }

  private Target with(String text, ToDoubleFunction<BacktestScore> value, double lo, double hi) {
    List<Bound> all = new ArrayList<>(bounds);
    all.add(new Bound(text, value, lo, hi));
    return new Target(List.copyOf(all));
  }

  /** Returns the bounds as text; those that no score meets are bold. */
  String missedBy(List<BacktestScore> scores) {
    return bounds.stream()
        .map(b -> scores.stream().anyMatch(b::holds) ? b.text : "**" + b.text + "**")
        .collect(Collectors.joining(", "));
  }
}
