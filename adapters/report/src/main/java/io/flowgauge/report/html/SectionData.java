package io.flowgauge.report.html;

import io.flowgauge.analysis.ForkJoinSlowdown;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.report.document.JsonWriter;
import io.flowgauge.report.wording.ForkJoins;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The fork-joins of a run, and other groups of parallel activities of one type: how uneven the
 * processing times of their members were, and the resulting loss.
 */
final class SectionData {
  private static final int MOST_SECTIONS = 30;
  private static final int TYPES_NAMED = 3;

  private final JsonWriter json;
  private final RunReport report;
  private final Workflow workflow;
  private final TypeIndex types;
  private final DeviationData deviations;

  SectionData(JsonWriter json, RunReport report, TypeIndex types) {
    this.json = json;
    this.report = report;
    this.workflow = report.run().workflow();
    this.types = types;
    this.deviations = new DeviationData(json, report);
  }

  /** Writes the largest fork-joins. */
  void forkJoins() throws IOException {
    List<ForkJoinSlowdown> largest =
        ForkJoins.of(report).stream()
            .filter(fork -> fork.members() > 1)
            .limit(MOST_SECTIONS)
            .toList();
    for (ForkJoinSlowdown fork : largest) {
      json.object(() -> section(fork));
    }
  }

  /** Writes the largest groups of one type that do not form a fork-join. */
  void groups() throws IOException {
    TypeGroups groups = new TypeGroups(workflow, types);
    List<List<Integer>> largest =
        groups.outside(report).stream()
            .sorted(Comparator.comparingInt((List<Integer> group) -> group.size()).reversed())
            .limit(MOST_SECTIONS)
            .toList();
    for (List<Integer> group : largest) {
      json.object(
          () -> {
            json.number("type", types.of(group.get(0)));
            json.number("level", groups.level(group.get(0)));
            json.number("members", group.size());
            deviations.write(group);
          });
    }
  }

  private void section(ForkJoinSlowdown fork) throws IOException {
    RegionOverheads overheads = report.overheads().of(fork.section());
    json.name("name", name(fork.section()));
    json.number("members", fork.members());
    json.measured("slowdown", fork.slowdown());
    json.measured("time", overheads.time());
    json.measured("ideal", overheads.ideal());
    json.measured("serialisation", overheads.overhead(OverheadClass.SERIALISATION));
    json.measured("imbalance", overheads.overhead(OverheadClass.LOAD_IMBALANCE));
    if (isOfActivities(fork.section())) {
      deviations.write(members(fork.section()));
    }
  }

  private static boolean isOfActivities(Region section) {
    return section.members().stream().allMatch(member -> member.kind() == RegionKind.ACTIVITY);
  }

  private List<Integer> members(Region section) {
    return section.members().stream()
        .map(member -> workflow.indexOf(member.activity().orElseThrow()))
        .toList();
  }

  /** Returns a name such as {@code 16 × PROJECT}. */
  private String name(Region section) {
    if (!isOfActivities(section)) {
      return section.name();
    }
    Map<String, Long> counts =
        members(section).stream()
            .map(a -> workflow.activity(a).type())
            .collect(Collectors.groupingBy(t -> t, TreeMap::new, Collectors.counting()));
    return counts.size() > TYPES_NAMED
        ? section.name()
        : counts.entrySet().stream()
            .map(type -> type.getValue() + " × " + type.getKey())
            .collect(Collectors.joining(", "));
  }
}
