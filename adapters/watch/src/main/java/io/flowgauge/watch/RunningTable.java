package io.flowgauge.watch;

import io.flowgauge.live.LiveForecast;
import io.flowgauge.live.RunningActivity;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes the running activities with their actual and expected durations; late ones come first. */
final class RunningTable {
  private static final int MOST = 8;

  /** Quantile of the expected duration beyond which an activity is late. */
  private static final double LATE = 0.95;

  private RunningTable() {}

  static void write(List<RunningActivity> running, LiveForecast forecast, Page page)
      throws IOException {
    if (running.isEmpty()) {
      return;
    }
    List<RunningActivity> sorted = new ArrayList<>();
    running.stream().filter(each -> isLate(each, forecast)).forEach(sorted::add);
    running.stream().filter(each -> !isLate(each, forecast)).forEach(sorted::add);
    page.line("");
    Table table = new Table("~~>~<");
    table.row("running", "on", "for", "expected", "");
    sorted.stream().limit(MOST).forEach(each -> row(table, each, forecast));
    table.write(page);
    if (sorted.size() > MOST) {
      page.line("  … and " + Human.count(sorted.size() - MOST) + " more");
    }
  }

  private static void row(Table table, RunningActivity running, LiveForecast forecast) {
    table.row(
        running.id() + (running.attempt() > 1 ? " (attempt " + running.attempt() + ")" : ""),
        running.processor().orElse(""),
        Human.brief(running.seconds()),
        forecast.expected(running.id()).map(RunningTable::expected).orElse("not known"),
        isLate(running, forecast) ? "late" : "");
  }

  private static String expected(Forecast time) {
    return Human.brief(time.quantile(0.5)) + ", at most " + Human.brief(time.quantile(LATE));
  }

  private static boolean isLate(RunningActivity running, LiveForecast forecast) {
    Optional<Forecast> expected = forecast.expected(running.id());
    return expected.isPresent() && running.seconds() > expected.get().quantile(LATE);
  }
}
