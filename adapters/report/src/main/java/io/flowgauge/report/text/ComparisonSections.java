package io.flowgauge.report.text;

import io.flowgauge.comparison.ComparedQuantity;
import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.Difference;
import io.flowgauge.comparison.Difference.Verdict;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.Quantity.Kind;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import io.flowgauge.report.wording.IncompleteRuns;
import io.flowgauge.report.wording.Meaning;
import io.flowgauge.report.wording.NoiseTests;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Writes the sections of a comparison in reading order. Not thread-safe. */
final class ComparisonSections {
  private static final int NAME = 24;
  private static final int DIFFERENCES = 12;

  /** A larger percentage only means that there was next to nothing before. */
  private static final double MOST_RELATIVE = 100;

  private static final String NOTHING = Human.brief(0);

  private final Comparison comparison;
  private final Page page;

  ComparisonSections(Comparison comparison, Appendable out) {
    this.comparison = comparison;
    this.page = new Page(out);
  }

  void write() throws IOException {
    makespans();
    verdict();
    var sides = new SideBySide(comparison, page);
    sides.write("OVERHEADS", "all regions; means", Kind.OVERHEAD, "");
    for (String why : Meaning.whyNegative(comparison)) {
      page.line("");
      page.paragraph("  ", why);
    }
    sides.write("CRITICAL PATH", "every moment of the makespan; means", Kind.CRITICAL_PATH, "");
    sides.write("METRICS", "means", Kind.METRIC, "");
    sides.write("ACTIVITY TYPES", "mean time per activity", Kind.TYPE, "mean");
    sides.write(
        "LOAD IMBALANCE",
        "per type: longest processing time minus the mean; means",
        Kind.TYPE,
        "load-imbalance");
    sides.write(
        "SYNCHRONIZATION DELAY",
        "per type: longest time since a predecessor ended; means",
        Kind.TYPE,
        "synchronization-delay");
    new RatioTables(comparison, page).write();
    sides.regions();
    differences();
  }

  private void makespans() throws IOException {
    RunGroup first = comparison.groups().get(0);
    page.line(
        Human.count(comparison.groups().size(), "group", "groups")
            + " of runs, each compared to "
            + Human.shortened(first.name(), NAME));
    page.line("");
    Table table = new Table("<>>>><");
    table.row("group", "runs", "makespan", "±", "difference", "");
    Optional<ComparedQuantity> makespan = comparison.quantity(Quantity.MAKESPAN);
    for (int k = 0; k < comparison.groups().size(); k++) {
      makespan(table, k, makespan);
    }
    table.write(page);
  }

  private void makespan(Table table, int group, Optional<ComparedQuantity> makespan) {
    RunGroup own = comparison.groups().get(group);
    var sample = makespan.flatMap(m -> m.samples().get(group));
    var difference = makespan.flatMap(m -> m.differences().get(group));
    table.row(
        Human.shortened(own.name(), NAME),
        Human.count(own.runs().size()),
        sample.map(s -> Human.brief(s.mean())).orElse(Human.ABSENT),
        sample.map(s -> Human.brief(s.standardDeviation())).orElse(""),
        difference.map(ComparisonSections::change).orElse(""),
        difference.map(d -> d.verdict().label()).orElse(""));
  }

  private static String change(Difference difference) {
    return signed(difference.absolute())
        + (difference.relative().isMeasured()
                && Math.abs(difference.relative().value()) < MOST_RELATIVE
            ? Human.format(" (%+.1f %%)", 100 * difference.relative().value())
            : "");
  }

  private static String effect(Difference difference) {
    return difference.effectSize().isMeasured()
        ? Human.format("%+.1f", difference.effectSize().value())
        : Human.ABSENT;
  }

  private static String signed(double seconds) {
    String text = Human.brief(seconds);
    return seconds > 0 && !text.equals(NOTHING) ? "+" + text : text;
  }

  private void verdict() throws IOException {
    page.line("");
    for (String remark : IncompleteRuns.remarks(comparison)) {
      page.paragraph("", remark);
    }
    for (FarRun run : FarRun.of(comparison)) {
      page.paragraph("", run.remark());
    }
    page.paragraph("", NoiseTests.whyNone(comparison).orElseGet(this::star));
  }

  private String star() {
    return Human.format(
        "* marks quantities that differ from the first group by more than runs of one group"
            + " differ among themselves (Student's and Welch's t-tests; from five runs per"
            + " group, also the Mann-Whitney rank test; Holm-corrected over the quantities of one table;"
            + " level %.2f). Unmarked differences may be chance.",
        1 - comparison.confidence());
  }

  private void differences() throws IOException {
    for (int k = 1; k < comparison.groups().size(); k++) {
      int group = k;
      List<ComparedQuantity> largest =
          comparison.quantities().stream()
              .filter(compared -> isWorthShowing(compared, group))
              .sorted(Comparator.comparingDouble(compared -> -size(compared, group)))
              .limit(DIFFERENCES)
              .toList();
      if (!largest.isEmpty()) {
        table(comparison.groups().get(group).name(), group, largest);
      }
    }
  }

  /**
   * Whether a difference is listed, which excludes regions, because they would repeat the
   * overheads.
   */
  private static boolean isWorthShowing(ComparedQuantity compared, int group) {
    return compared.quantity().kind() != Kind.REGION
        && compared.quantity().unit() == Quantity.Unit.SECONDS
        && compared
            .differences()
            .get(group)
            .filter(d -> d.verdict() == Verdict.EXCEEDS_NOISE)
            .isPresent();
  }

  private static double size(ComparedQuantity compared, int group) {
    return Math.abs(compared.differences().get(group).orElseThrow().absolute());
  }

  private void table(String name, int group, List<ComparedQuantity> largest) throws IOException {
    page.title(
        "MORE THAN NOISE: " + Human.shortened(name, NAME),
        Human.format(
            "with %.0f %% confidence intervals; if one contains 0, the rank test decided",
            100 * comparison.confidence()));
    Table table = new Table("~>>>>");
    table.row("quantity", "difference", "from … to", "p", "effect");
    for (ComparedQuantity compared : largest) {
      Difference difference = compared.differences().get(group).orElseThrow();
      table.row(
          compared.quantity().toString(),
          change(difference),
          signed(difference.low().value()) + " … " + signed(difference.high().value()),
          Human.format("%.2g", difference.pValue().value()),
          effect(difference));
    }
    table.write(page);
  }
}
