package io.flowgauge.watch;

import io.flowgauge.analysis.Measured;
import io.flowgauge.live.TypeProgress;
import io.flowgauge.report.layout.Bar;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/** Writes the progress of the activities of each type. */
final class ProgressTable {
  private static final int MOST = 12;
  private static final int BAR = 20;

  private ProgressTable() {}

  /**
   * Writes the table; if there are many types, those with activities left come first.
   *
   * @param toCome number of activities that are expected, but not known yet
   */
  static void write(List<TypeProgress> types, int toCome, Page page) throws IOException {
    if (types.isEmpty()) {
      return;
    }
    page.line("");
    Table table = new Table("~<>>>>>");
    table.row("type", "", "over", "of", "running", "waiting", "failed");
    List<TypeProgress> shown = types;
    if (types.size() > MOST) {
      shown =
          types.stream()
              .sorted(Comparator.comparing((TypeProgress type) -> type.over() == type.total()))
              .limit(MOST)
              .toList();
    }
    for (TypeProgress type : shown) {
      row(table, type);
    }
    table.write(page);
    if (types.size() > MOST) {
      page.line("  … and " + Human.count(types.size() - MOST, "more type", "more types"));
    }
    if (toCome > 0) {
      page.line(
          "  "
              + Human.count(toCome, "more activity", "more activities")
              + " expected, as in an earlier run");
    }
  }

  private static void row(Table table, TypeProgress type) {
    Measured share = Measured.of((double) type.over() / type.total());
    table.row(
        type.type().isEmpty() ? "(no type)" : type.type(),
        Bar.of(share, BAR),
        Human.count(type.over()),
        Human.count(type.total()),
        none(type.running()),
        none(type.waiting() + type.submitted()),
        none(type.failed()));
  }

  private static String none(int count) {
    return count == 0 ? "" : Human.count(count);
  }
}
