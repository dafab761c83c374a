package io.flowgauge.report.text;

import io.flowgauge.analysis.ActivityTypeSummary;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import io.flowgauge.workflow.ActivityKind;
import java.io.IOException;
import java.util.List;

/** Writes a line for each of the activity types that took the most time, and one for the rest. */
final class ActivityTypeTable {
  private static final int SHOWN = 15;

  private ActivityTypeTable() {}

  static void write(List<ActivityTypeSummary> types, Page page) throws IOException {
    if (types.isEmpty()) {
      return;
    }
    page.title("ACTIVITY TYPES", "times per activity, except the total");
    Table table = new Table("~>>>>>>");
    table.row("type", "count", "total", "mean", "p95", "waiting", "queue");
    types.stream().limit(SHOWN).forEach(type -> row(table, type));
    if (types.size() > SHOWN) {
      rest(table, types.subList(SHOWN, types.size()));
    }
    table.write(page);
  }

  private static void row(Table table, ActivityTypeSummary type) {
    table.row(
        type.kind() == ActivityKind.TRANSFER ? type.type() + " (transfer)" : type.type(),
        Human.count(type.count()),
        Human.brief(type.totalSeconds()),
        Human.brief(type.meanSeconds()),
        Human.brief(type.p95Seconds()),
        Human.brief(type.waitingSeconds()),
        Human.brief(type.queueSeconds()));
  }

  private static void rest(Table table, List<ActivityTypeSummary> rest) {
    long count = rest.stream().mapToLong(ActivityTypeSummary::count).sum();
    double total = rest.stream().mapToDouble(type -> type.totalSeconds().orElse(0)).sum();
    table.row(
        "… " + Human.count(rest.size(), "more type", "more types"),
        Human.count(count),
        rest.stream().anyMatch(type -> type.totalSeconds().isMeasured())
            ? Human.brief(total)
            : Human.ABSENT);
  }
}
