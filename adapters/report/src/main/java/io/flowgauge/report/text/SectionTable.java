package io.flowgauge.report.text;

import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.OverheadReport;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import io.flowgauge.report.wording.Meaning;
import io.flowgauge.report.wording.RegionNames;
import io.flowgauge.workflow.RegionKind;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** Writes the parallel regions that lost the most time. */
final class SectionTable {
  private static final int SHOWN = 5;
  private static final int NAME_WIDTH = 36;

  /** A region with its name and its lost time, T minus T^ideal. */
  private record Loser(String name, RegionOverheads overheads, double seconds) {}

  private SectionTable() {}

  static void write(OverheadReport report, Page page) throws IOException {
    List<Loser> losers = losers(report);
    if (losers.isEmpty()) {
      return;
    }
    page.title("PARALLEL REGIONS THAT LOST THE MOST", "time beyond the ideal time");
    Table table = new Table("~>>><");
    table.row("region", "time", "ideal", "lost", "mostly to");
    losers.forEach(loser -> row(table, loser));
    table.write(page);
  }

  private static List<Loser> losers(OverheadReport report) {
    RegionNames names = new RegionNames(report.total().region());
    var smallestFirst = new PriorityQueue<Loser>(Comparator.comparingDouble(Loser::seconds));
    boolean isRoot =
        true; // The root comes first; it is skipped, because the rest of the report covers it.
    for (RegionOverheads region : report.regions()) {
      String name = names.name(region.region());
      double lost = region.overhead(OverheadClass.TOTAL).orElse(0);
      if (!isRoot && isParallel(region.region().kind()) && lost > 0) {
        smallestFirst.add(new Loser(name, region, lost));
        if (smallestFirst.size() > SHOWN) {
          smallestFirst.remove();
        }
      }
      isRoot = false;
    }
    return smallestFirst.stream()
        .sorted(Comparator.comparingDouble(Loser::seconds).reversed())
        .toList();
  }

  private static boolean isParallel(RegionKind kind) {
    return kind == RegionKind.PARALLEL
        || kind == RegionKind.REPLICAS
        || kind == RegionKind.IRREGULAR;
  }

  private static void row(Table table, Loser loser) {
    table.row(
        Human.shortened(loser.name(), NAME_WIDTH),
        Human.brief(loser.overheads().time()),
        Human.brief(loser.overheads().ideal()),
        Human.brief(loser.seconds()),
        loser.overheads().classes().entrySet().stream()
            .filter(overhead -> overhead.getValue() > 0)
            .max(Map.Entry.comparingByValue())
            .map(o -> Meaning.name(o.getKey()) + " " + Human.brief(o.getValue()))
            .orElse(""));
  }
}
