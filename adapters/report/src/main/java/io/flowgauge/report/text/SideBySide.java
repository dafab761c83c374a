package io.flowgauge.report.text;

import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.comparison.ComparedQuantity;
import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.Difference.Verdict;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.Quantity.Kind;
import io.flowgauge.comparison.Quantity.Unit;
import io.flowgauge.comparison.Sample;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Writes tables with one column per group. Not thread-safe. */
final class SideBySide {
  private static final int COLUMNS = 6;

  /**
   * Width to which names of groups are at least shortened, and the width available for all names
   * together.
   */
  private static final int NAME = 12;

  private static final int NAMES = 60;
  private static final int REGIONS = 12;

  private final Comparison comparison;
  private final Page page;

  SideBySide(Comparison comparison, Page page) {
    this.comparison = comparison;
    this.page = page;
  }

  /**
   * Writes the quantities of a kind that are not zero everywhere; if a name is given, only those
   * with that name.
   */
  void write(String title, String remark, Kind kind, String name) throws IOException {
    List<ComparedQuantity> rows =
        comparison.quantities().stream()
            .filter(compared -> compared.quantity().kind() == kind)
            .filter(compared -> name.isEmpty() || compared.quantity().name().equals(name))
            .filter(SideBySide::isSomething)
            .sorted(Comparator.comparingInt(compared -> place(compared.quantity())))
            .toList();
    write(title, remark, rows, !name.isEmpty());
  }

  /**
   * Returns the rank of a quantity: classes of overhead in the order of their tree, after the ideal
   * time.
   */
  private static int place(Quantity quantity) {
    return overhead(quantity).map(o -> List.of(OverheadClass.values()).indexOf(o)).orElse(-1);
  }

  private static Optional<OverheadClass> overhead(Quantity quantity) {
    boolean isClass = quantity.kind() == Kind.OVERHEAD || quantity.kind() == Kind.CRITICAL_PATH;
    return isClass ? OverheadClass.of(quantity.name()) : Optional.empty();
  }

  /** Writes the overheads of regions that differ most between the groups. */
  void regions() throws IOException {
    List<ComparedQuantity> rows =
        comparison.quantities().stream()
            .filter(compared -> compared.quantity().kind() == Kind.REGION)
            .filter(compared -> isOverhead(compared.quantity()))
            .filter(SideBySide::isSomething)
            .filter(compared -> !isWholeRun(compared))
            .sorted(Comparator.comparingDouble(SideBySide::range).reversed())
            .limit(REGIONS)
            .toList();
    write("REGIONS", "the overheads that differ most; means", rows, false);
  }

  /** Whether a region is the root of a region tree, which would repeat the overheads of the run. */
  private boolean isWholeRun(ComparedQuantity region) {
    return comparison
        .quantity(new Quantity(Kind.OVERHEAD, "", region.quantity().name(), Unit.SECONDS))
        .filter(
            whole ->
                IntStream.range(0, whole.samples().size())
                    .allMatch(
                        k ->
                            region.samples().get(k).isEmpty()
                                || region.samples().get(k).equals(whole.samples().get(k))))
        .isPresent();
  }

  private static boolean isOverhead(Quantity quantity) {
    return quantity.unit() == Unit.SECONDS
        && !quantity.name().equals("time")
        && !quantity.name().equals("ideal")
        && !quantity.name().equals(OverheadClass.UNIDENTIFIED.label())
        && !quantity.name().equals("members-times-slowest");
  }

  private static double range(ComparedQuantity compared) {
    var means = compared.samples().stream().mapToDouble(s -> s.map(Sample::mean).orElse(0.0));
    var summary = means.summaryStatistics();
    return summary.getMax() - summary.getMin();
  }

  private static boolean isSomething(ComparedQuantity compared) {
    return compared.samples().stream()
        .anyMatch(s -> s.isPresent() && Math.abs(s.get().mean()) >= Human.NOTHING);
  }

  private void write(String title, String remark, List<ComparedQuantity> rows, boolean bySubject)
      throws IOException {
    if (rows.isEmpty()) {
      return;
    }
    page.title(title, remark);
    int groups = comparison.groups().size();
    for (int from = 0; from < groups; from += COLUMNS) {
      block(rows, from, Math.min(groups, from + COLUMNS), bySubject);
    }
  }

  private void block(List<ComparedQuantity> rows, int from, int to, boolean bySubject)
      throws IOException {
    Table table = new Table("~" + ">".repeat(to - from));
    List<String> head = new ArrayList<>(List.of(""));
    int width = Math.max(NAME, NAMES / (to - from));
    for (int k = from; k < to; k++) {
      head.add(Human.shortened(comparison.groups().get(k).name(), width) + " ");
    }
    table.row(head.toArray(String[]::new));
    for (ComparedQuantity row : rows) {
      List<String> cells = new ArrayList<>(List.of(name(row.quantity(), bySubject)));
      for (int k = from; k < to; k++) {
        cells.add(cell(row, k));
      }
      table.row(cells.toArray(String[]::new));
    }
    table.write(page);
  }

  private static String name(Quantity quantity, boolean bySubject) {
    String name = quantity.name().replace('-', ' ');
    if (quantity.subject().isEmpty()) {
      boolean isTree = quantity.kind() == Kind.OVERHEAD;
      return "  ".repeat(isTree ? overhead(quantity).map(SideBySide::depth).orElse(0) : 0) + name;
    }
    return bySubject ? quantity.subject() : quantity.subject() + ": " + name;
  }

  private static int depth(OverheadClass overhead) {
    return overhead.parent().map(parent -> 1 + depth(parent)).orElse(0);
  }

  private static String cell(ComparedQuantity row, int group) {
    boolean exceeds =
        row.differences().get(group).filter(d -> d.verdict() == Verdict.EXCEEDS_NOISE).isPresent();
    return row.samples()
            .get(group)
            .map(sample -> value(row.quantity().unit(), sample.mean()))
            .orElse(Human.ABSENT)
        + (exceeds ? "*" : " ");
  }

  private static String value(Unit unit, double mean) {
    return switch (unit) {
      case SECONDS -> Human.brief(mean);
      case RATIO -> Human.ratio(mean);
      case COUNT -> Human.format(mean == Math.rint(mean) ? "%.0f" : "%.1f", mean);
    };
  }
}
