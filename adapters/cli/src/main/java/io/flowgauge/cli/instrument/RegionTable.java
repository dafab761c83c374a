package io.flowgauge.cli.instrument;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A table of code regions, longest first. */
final class RegionTable {
  /** Order by total time, or by calls if no time was measured. */
  private static final Comparator<RegionProfile> ORDER =
      Comparator.comparingDouble((RegionProfile region) -> -region.totalNanos())
          .thenComparingLong(region -> -region.calls())
          .thenComparing(region -> region.region().qualifiedName());

  private static final double NANOS_PER_SECOND = 1e9;
  private static final int NAMED = 5;
  private static final int INDENT = 2;
  private static final int GAP = 2;

  private final int width;
  private final int top;

  /** Creates tables of at most {@code width} characters and {@code top} rows. */
  RegionTable(int width, int top) {
    this.width = width;
    this.top = top;
  }

  /**
   * The time to which the numbers in a table refer.
   *
   * @param elapsedNanos time since the first sensor
   * @param sinceNanos time since the calls before were counted
   * @param callsBefore number of calls of a region at that time; missing means 0
   */
  record Frame(double elapsedNanos, double sinceNanos, Map<CodeRegion, Long> callsBefore) {

    /** Returns a frame of the whole time. */
    static Frame of(double elapsedNanos) {
      return new Frame(elapsedNanos, elapsedNanos, Map.of());
    }

    /** Returns the calls per second. */
    double rate(RegionProfile region) {
      long calls = region.calls() - callsBefore.getOrDefault(region.region(), 0L);
      return sinceNanos > 0 ? calls * NANOS_PER_SECOND / sinceNanos : 0;
    }
  }

  void write(Page page, List<RegionProfile> regions, Frame frame) throws IOException {
    List<RegionProfile> called =
        regions.stream().filter(RegionTable::hasCalls).sorted(ORDER).toList();
    if (!called.isEmpty()) {
      List<RegionColumn> columns = columns(called.stream().limit(top).toList());
      Table table = new Table("~" + ">".repeat(columns.size()) + "<", width);
      table.row(titles(columns));
      called.stream().limit(top).forEach(region -> table.row(cells(region, columns, frame)));
      table.write(page);
      new CounterTable(width).write(page, called.stream().limit(top).toList());
    }
    recursion(page, called);
    rest(page, regions.size() - called.size(), called.size() - Math.min(top, called.size()));
  }

  private List<RegionColumn> columns(List<RegionProfile> shown) {
    int names = widest(shown, region -> RegionLabel.of(region.region()));
    int states = widest(shown, RegionTable::state);
    return RegionColumn.fitting(width, names, INDENT + (states > 0 ? GAP + states : 0), shown);
  }

  private static int widest(List<RegionProfile> regions, Function<RegionProfile, String> text) {
    return regions.stream().mapToInt(each -> text.apply(each).length()).max().orElse(0);
  }

  private static boolean hasCalls(RegionProfile region) {
    return region.calls() > 0 || region.openCalls() > 0;
  }

  private static String[] titles(List<RegionColumn> columns) {
    String[] titles = new String[columns.size() + 1];
    titles[0] = "region";
    for (int k = 0; k < columns.size(); k++) {
      titles[k + 1] = columns.get(k).title();
    }
    return titles;
  }

  private static String[] cells(RegionProfile region, List<RegionColumn> columns, Frame frame) {
    String[] cells = new String[columns.size() + 2];
    cells[0] = RegionLabel.of(region.region());
    for (int k = 0; k < columns.size(); k++) {
      cells[k + 1] = columns.get(k).cell(region, frame);
    }
    cells[columns.size() + 1] = state(region);
    return cells;
  }

  private static String state(RegionProfile region) {
    if (region.overLimit()) {
      return "out: over limit";
    }
    return region.openCalls() > 0 ? region.openCalls() + " inside" : "";
  }

  private static void recursion(Page page, List<RegionProfile> called) throws IOException {
    List<String> recursive =
        called.stream()
            .filter(region -> region.nestedCalls() > 0)
            .map(region -> RegionLabel.of(region.region()))
            .toList();
    if (!recursive.isEmpty()) {
      page.paragraph(
          "  ",
          "For recursive functions, total, share and CPU cover only the outermost calls: "
              + Human.some(recursive, NAMED)
              + ".");
    }
  }

  private static void rest(Page page, int silent, int cut) throws IOException {
    if (cut > 0) {
      page.line("  and " + Human.count(cut) + " more; --top shows them");
    }
    if (silent > 0) {
      page.line("  " + Human.count(silent, "region was", "regions were") + " not called");
    }
  }
}
