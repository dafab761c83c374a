package io.flowgauge.report.text;

import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.Difference.Verdict;
import io.flowgauge.comparison.GroupRefinement;
import io.flowgauge.comparison.GroupSlowdown;
import io.flowgauge.comparison.GroupSpeedup;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.Quantity.Kind;
import io.flowgauge.comparison.Quantity.Unit;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import java.io.IOException;
import java.util.List;

/** Writes speedups, efficiencies and slowdowns of a comparison. Not thread-safe. */
final class RatioTables {
  private static final int NAME = 30;

  private final Comparison comparison;
  private final Page page;

  RatioTables(Comparison comparison, Page page) {
    this.comparison = comparison;
    this.page = page;
  }

  void write() throws IOException {
    sites();
    refinements();
    slowdowns();
  }

  private void sites() throws IOException {
    List<GroupSpeedup> speedups = comparison.siteSpeedups();
    if (speedups.isEmpty()) {
      return;
    }
    page.title("SITES", "speedup over the fastest site alone; efficiency of all sites together");
    Table table = new Table("~~>>>>");
    table.row("group", "sites", "makespan", "fastest alone", "speedup", "efficiency");
    for (GroupSpeedup speedup : speedups) {
      double fastest =
          speedup.siteSeconds().values().stream().mapToDouble(s -> s).min().orElseThrow();
      table.row(
          Human.shortened(speedup.group(), NAME),
          Human.shortened(String.join(", ", speedup.sites()), NAME),
          Human.brief(speedup.makespanSeconds()),
          Human.brief(fastest),
          Human.ratio(speedup.speedup().speedup()),
          Human.ratio(speedup.speedup().efficiency()));
    }
    table.write(page);
  }

  private void refinements() throws IOException {
    page.title(
        "REFINEMENTS",
        "speedup of the longest path by processing times over that of "
            + Human.shortened(comparison.groups().get(0).name(), NAME));
    Table table = new Table("~~>>>");
    table.row("of", "in", "before", "after", "speedup ");
    for (GroupRefinement refinement : comparison.refinements()) {
      table.row(
          refinement.subgraph().isEmpty()
              ? "the whole workflow"
              : Human.shortened(refinement.subgraph(), NAME),
          Human.shortened(refinement.group(), NAME),
          Human.brief(refinement.speedup().beforeSeconds()),
          Human.brief(refinement.speedup().afterSeconds()),
          refinement.speedup().speedup().isMeasured()
              ? Human.ratio(refinement.speedup().speedup().value()) + noiseMark(refinement)
              : Human.ABSENT + " ");
    }
    table.write(page);
  }

  /** Returns a star if the path differs by more than the noise, otherwise a blank. */
  private String noiseMark(GroupRefinement refinement) {
    Quantity path =
        new Quantity(
            refinement.subgraph().isEmpty() ? Kind.METRIC : Kind.SUBGRAPH,
            refinement.subgraph(),
            "critical-path-processing",
            Unit.SECONDS);
    return comparison
            .quantity(path)
            .flatMap(compared -> compared.differences().get(groupIndex(refinement.group())))
            .filter(difference -> difference.verdict() == Verdict.EXCEEDS_NOISE)
            .isPresent()
        ? "*"
        : " ";
  }

  private int groupIndex(String group) {
    return comparison.groups().stream().map(RunGroup::name).toList().indexOf(group);
  }

  private void slowdowns() throws IOException {
    List<GroupSlowdown> slowdowns = comparison.slowdowns();
    if (slowdowns.isEmpty()) {
      return;
    }
    page.title("FORK-JOINS", "slowdown: number of members × slowest / fastest");
    Table table = new Table("~~>>>");
    table.row("section", "in", "members", "vs its own fastest", "vs a workflow of one");
    for (GroupSlowdown slowdown : slowdowns) {
      table.row(
          slowdown.section(),
          Human.shortened(slowdown.group(), NAME),
          Human.format(
              slowdown.members() == Math.rint(slowdown.members()) ? "%.0f" : "%.1f",
              slowdown.members()),
          Human.ratio(slowdown.ownSlowdown()),
          slowdown.slowdown().isMeasured()
              ? Human.ratio(slowdown.slowdown().value())
              : Human.ABSENT);
    }
    table.write(page);
  }
}
