package io.flowgauge.report.text;

import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.report.layout.Bar;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.wording.Meaning;
import io.flowgauge.trace.Times;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes the overhead hierarchy as a tree, with the exact attribution next to it. */
final class OverheadTree {
  private static final String ROW = "%-33s%12s %8s %-11s │%12s %8s %-11s";
  private static final String HEAD = "%-33s%12s%22s│%14s";
  private static final int BAR_WIDTH = 10;
  private static final String CAPTION =
      "Left: the overheads of all regions of the workflow, each class measured on its own. Right:"
          + " every moment of the makespan in exactly one class, along the critical path.";

  private final RegionOverheads hierarchy;
  private final Attribution attribution;
  private final Page page;

  OverheadTree(RunReport report, Page page) {
    this.hierarchy = report.overheads().total();
    this.attribution = report.attribution();
    this.page = page;
  }

  void write() throws IOException {
    page.title("WHERE THE TIME WENT", "");
    page.paragraph("  ", CAPTION);
    page.line(Human.format(HEAD, "", "all regions", "", "critical path"));
    row("  makespan", cells(hierarchy.time(), wholeShare(hierarchy.time())), cells(makespan()));
    row("  ├ useful (ideal)", cells(hierarchy.ideal(), idealShare()), cells(attributed(null)));
    rows(OverheadClass.TOTAL, "  └ ", "    ");
    remarks();
  }

  private void rows(OverheadClass overhead, String branch, String below) throws IOException {
    String name = overhead == OverheadClass.TOTAL ? "overhead" : Meaning.name(overhead);
    row(
        branch + name,
        cells(hierarchy.overhead(overhead), hierarchy.severity(overhead)),
        cells(attributed(overhead)));
    List<OverheadClass> children = overhead.children().stream().filter(this::isShown).toList();
    for (int k = 0; k < children.size(); k++) {
      boolean isLast = k == children.size() - 1;
      rows(children.get(k), below + (isLast ? "└ " : "├ "), below + (isLast ? "  " : "│ "));
    }
  }

  private boolean isShown(OverheadClass overhead) {
    return Math.abs(hierarchy.overhead(overhead).orElse(0)) > Human.NOTHING
        || attribution.overheadNanos(overhead) != 0
        || overhead.children().stream().anyMatch(this::isShown);
  }

  private void row(String name, List<String> left, List<String> right) throws IOException {
    List<Object> cells = new ArrayList<>();
    cells.add(name);
    cells.addAll(left);
    cells.addAll(right);
    page.line(Human.format(ROW, cells.toArray()));
  }

  private static List<String> cells(Measured seconds, Measured share) {
    if (!seconds.isMeasured()) {
      return List.of(Human.ABSENT, "", "");
    }
    return List.of(
        Human.brief(seconds),
        share.isMeasured() ? Human.percent(share) : "",
        Bar.of(share, BAR_WIDTH));
  }

  private List<String> cells(long nanos) {
    if (attribution.makespanNanos() <= 0) {
      return List.of("", "", "");
    }
    Measured share = Measured.of(nanos / (double) attribution.makespanNanos());
    return nanos == 0 ? List.of("·", "", "") : cells(Measured.of(Times.seconds(nanos)), share);
  }

  private long makespan() {
    return attribution.makespanNanos();
  }

  /** Returns the time attributed to a class, or to useful work for null. */
  private long attributed(OverheadClass overhead) {
    return overhead == null ? attribution.idealNanos() : attribution.overheadNanos(overhead);
  }

  private static Measured wholeShare(Measured time) {
    return time.orElse(0) > 0 ? Measured.of(1) : Measured.absent("no time");
  }

  private Measured idealShare() {
    double time = hierarchy.time().orElse(0);
    return hierarchy.ideal().isMeasured() && time > 0
        ? Measured.of(hierarchy.ideal().value() / time)
        : Measured.absent("no time");
  }

  private void remarks() throws IOException {
    for (String why : Meaning.whyNegative(hierarchy)) {
      page.line("");
      page.paragraph("  ", why);
    }
    page.line("");
    List<OverheadClass> zero =
        hierarchy.classes().keySet().stream().filter(c -> !isShown(c)).toList();
    if (!zero.isEmpty()) {
      page.paragraph("  Measured as zero: ", names(zero) + ".");
    }
    for (var reason : notMeasured().entrySet()) {
      String why = Human.shortened(reason.getKey(), 4 * Page.WIDTH);
      page.paragraph("  Not measured: ", names(reason.getValue()) + ": " + why + ".");
    }
  }

  /** Returns the leaf classes that were not measured, by reason. */
  private Map<String, List<OverheadClass>> notMeasured() {
    Map<String, List<OverheadClass>> byReason = new TreeMap<>();
    for (OverheadClass overhead : OverheadClass.values()) {
      if (overhead.isLeaf()) {
        hierarchy
            .overhead(overhead)
            .reason()
            .ifPresent(r -> byReason.computeIfAbsent(r, x -> new ArrayList<>()).add(overhead));
      }
    }
    return byReason;
  }

  private static String names(List<OverheadClass> classes) {
    return classes.stream().map(Meaning::name).collect(Collectors.joining(", "));
  }
}
