package io.flowgauge.comparison;

import io.flowgauge.analysis.ForkJoinSlowdown;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.Quantity.Kind;
import io.flowgauge.comparison.Quantity.Unit;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import io.flowgauge.workflow.Workflow;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers of the regions of a run, summed over regions of the same kind and activity types, so that
 * they can be matched across runs whatever the number of activities.
 */
final class RegionValues {
  private final RunReport report;
  private final RegionLabels labels;
  private final Map<Quantity, Double> sums = new HashMap<>();

  RegionValues(RunReport report) {
    this.report = report;
    this.labels = new RegionLabels(report.run().workflow());
  }

  void putInto(Map<Quantity, Double> values) {
    Map<Region, String> sections = new HashMap<>();
    int position = 0;
    for (RegionOverheads region : report.overheads().regions()) {
      if (region.region().kind() == RegionKind.ACTIVITY) {
        continue; // The only region of a workflow with a single activity.
      }
      String label = labels.label(position++);
      region(label, region);
      if (region.region().kind() == RegionKind.PARALLEL) {
        sections.put(region.region(), label);
      }
    }
    for (ForkJoinSlowdown fork : report.metrics().slowdowns()) {
      slowdown(sections.get(fork.section()), fork);
    }
    values.putAll(sums);
  }

  private void region(String label, RegionOverheads region) {
    add(label, "regions", Unit.COUNT, 1);
    add(label, "activities", Unit.COUNT, region.region().activityCount());
    region.time().asOptional().ifPresent(s -> add(label, "time", Unit.SECONDS, s));
    region.ideal().asOptional().ifPresent(s -> add(label, "ideal", Unit.SECONDS, s));
    region
        .classes()
        .forEach((overhead, seconds) -> add(label, overhead.label(), Unit.SECONDS, seconds));
    for (OverheadClass overhead : ReportedValues.withoutFailures(report, region)) {
      add(label, overhead.label(), Unit.SECONDS, 0);
    }
    region
        .overhead(OverheadClass.UNIDENTIFIED)
        .asOptional()
        .ifPresent(s -> add(label, OverheadClass.UNIDENTIFIED.label(), Unit.SECONDS, s));
  }

  /**
   * Keeps the greatest slowdown of the sections with one label, because a mean would hide it.
   * Ignores sections that are only assumed.
   */
  private void slowdown(String label, ForkJoinSlowdown fork) {
    if (!fork.slowdown().isMeasured() || isGuess(fork.section())) {
      return;
    }
    largest(label, "slowdown", Unit.RATIO, fork.slowdown().value());
    // With T_1 = 1 s this is n times the slowest member; divide by any other T_1 later.
    double product = report.metrics().slowdown(fork.section(), 1).slowdown().value();
    largest(label, "members-times-slowest", Unit.SECONDS, product);
    largest(label, "members", Unit.COUNT, fork.members());
  }

  /**
   * Whether a section is only assumed: without dependencies, all activities form one section,
   * whatever they waited for.
   */
  private boolean isGuess(Region section) {
    Workflow workflow = report.run().workflow();
    return workflow.dependencyCount() == 0 && section.activityCount() == workflow.activityCount();
  }

  private void add(String label, String name, Unit unit, double value) {
    sums.merge(new Quantity(Kind.REGION, label, name, unit), value, Double::sum);
  }

  private void largest(String label, String name, Unit unit, double value) {
    sums.merge(new Quantity(Kind.REGION, label, name, unit), value, Math::max);
  }
}
