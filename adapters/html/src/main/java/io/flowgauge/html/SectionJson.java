package io.flowgauge.html;

import io.flowgauge.analysis.ForkJoinSlowdown;
import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.ActivityState;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The fork-joins of a run: how unevenly their members computed, and what that cost. */
final class SectionJson {
  private static final int MOST_SECTIONS = 30;
  private static final int MOST_MEMBERS = 20_000;
  private static final int TYPES_NAMED = 3;

  private final Json json;
  private final RunReport report;
  private final Workflow workflow;

  SectionJson(Json json, RunReport report) {
    this.json = json;
    this.report = report;
    this.workflow = report.run().workflow();
  }

  void write() throws IOException {
    List<ForkJoinSlowdown> largest =
        report.metrics().slowdowns().stream()
            .filter(fork -> fork.members() > 1)
            .sorted(Comparator.comparingInt(ForkJoinSlowdown::members).reversed())
            .limit(MOST_SECTIONS)
            .toList();
    for (ForkJoinSlowdown fork : largest) {
      json.object(() -> section(fork));
    }
  }

  private void section(ForkJoinSlowdown fork) throws IOException {
    RegionOverheads overheads = report.overheads().of(fork.section());
    json.name("name", name(fork.section()));
    json.integer("members", fork.members());
    json.measured("slowdown", fork.slowdown());
    json.measured("time", overheads.time());
    json.measured("ideal", overheads.ideal());
    json.measured("serialisation", overheads.overhead(OverheadClass.SERIALISATION));
    json.measured("imbalance", overheads.overhead(OverheadClass.LOAD_IMBALANCE));
    if (isOfActivities(fork.section())) {
      json.array("deviations", () -> deviations(fork.section()));
    }
  }

  private static boolean isOfActivities(Region section) {
    return section.members().size() <= MOST_MEMBERS
        && section.members().stream().allMatch(member -> member.kind() == RegionKind.ACTIVITY);
  }

  /** Such as {@code 16 × PROJECT}. */
  private String name(Region section) {
    if (!isOfActivities(section)) {
      return section.name();
    }
    Map<String, Long> counts =
        section.members().stream()
            .map(member -> workflow.find(member.activity().orElseThrow()).orElseThrow().type())
            .collect(Collectors.groupingBy(t -> t, TreeMap::new, Collectors.counting()));
    return counts.size() > TYPES_NAMED
        ? section.name()
        : counts.entrySet().stream()
            .map(type -> type.getValue() + " × " + type.getKey())
            .collect(Collectors.joining(", "));
  }

  /** Processing time and load imbalance of each member, where known. */
  private void deviations(Region section) throws IOException {
    List<String> ids =
        section.members().stream().map(member -> member.activity().orElseThrow()).toList();
    Map<String, Measured> imbalance = report.metrics().loadImbalance(ActivityState.PROCESSING, ids);
    for (String id : ids) {
      int index = workflow.indexOf(id);
      Measured time = report.metrics().timeIn(index, ActivityState.PROCESSING);
      if (time.isMeasured()) {
        json.element(index);
        json.element(time.value());
        json.element(imbalance.get(id).value());
      }
    }
  }
}
