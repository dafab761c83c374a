package io.flowgauge.report.text;

import io.flowgauge.analysis.ActivityTypeSummary;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import io.flowgauge.workflow.ActivityKind;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** Writes a line for each of the activity types that took the most time, and one for the rest. */
final class ActivityTypeTable {
  private static final int SHOWN = 15;

  /** Position of the column that says how many activities have a known time. */
  private static final int MEASURED = 2;

  private final Table table;
  private final boolean showsMeasured;

  private ActivityTypeTable(Table table, boolean showsMeasured) {
    this.table = table;
    this.showsMeasured = showsMeasured;
  }

  static void write(List<ActivityTypeSummary> types, Page page) throws IOException {
    if (types.isEmpty()) {
      return;
    }
    page.title("ACTIVITY TYPES", "times per activity, except the total");
    boolean showsMeasured = isPartial(types);
    Table table = new Table("~>" + (showsMeasured ? ">" : "") + ">>>>>");
    new ActivityTypeTable(table, showsMeasured).rows(types);
    table.write(page);
  }

  /** Whether a total, or that of the rest, leaves out activities of unknown times. */
  private static boolean isPartial(List<ActivityTypeSummary> types) {
    return types.stream()
            .map(ActivityTypeSummary::totalSeconds)
            .anyMatch(total -> total.measured() < total.total())
        || types.stream().skip(SHOWN).anyMatch(type -> !type.totalSeconds().isMeasured());
  }

  private void rows(List<ActivityTypeSummary> types) {
    row("type", "count", "measured", "total", "mean", "p95", "waiting", "queue");
    types.stream().limit(SHOWN).forEach(this::row);
    if (types.size() > SHOWN) {
      rest(types.subList(SHOWN, types.size()));
    }
  }

  /** Adds a row, without the third cell if all times are known. */
  private void row(String... cells) {
    table.row(
        IntStream.range(0, cells.length)
            .filter(k -> k != MEASURED || showsMeasured)
            .mapToObj(k -> cells[k])
            .toArray(String[]::new));
  }

  private void row(ActivityTypeSummary type) {
    row(
        type.kind() == ActivityKind.TRANSFER ? type.type() + " (transfer)" : type.type(),
        Human.count(type.count()),
        Human.count(type.totalSeconds().measured()),
        Human.brief(type.totalSeconds()),
        Human.brief(type.meanSeconds()),
        Human.brief(type.p95Seconds()),
        Human.brief(type.waitingSeconds()),
        Human.brief(type.queueSeconds()));
  }

  private void rest(List<ActivityTypeSummary> rest) {
    long count = rest.stream().mapToLong(ActivityTypeSummary::count).sum();
    long measured = rest.stream().mapToLong(type -> type.totalSeconds().measured()).sum();
    double total = rest.stream().mapToDouble(type -> type.totalSeconds().orElse(0)).sum();
    row(
        "… " + Human.count(rest.size(), "more type", "more types"),
        Human.count(count),
        Human.count(measured),
        measured > 0 ? Human.brief(total) : Human.ABSENT);
  }
}
