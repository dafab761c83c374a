package io.flowgauge.report.html;

import io.flowgauge.analysis.ForkJoinSlowdown;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.report.wording.ForkJoins;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import io.flowgauge.workflow.Workflow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Groups activities of one type on one level, the longest distance from a source. None of them
 * depends on another, so they can run in parallel, and [Truong] Eq. 3 defines their load imbalance,
 * wherever they are in the region tree. Groups that form a fork-join are left out.
 */
final class TypeGroups {
  private final Workflow workflow;
  private final TypeIndex types;
  private final int[] levels;

  TypeGroups(Workflow workflow, TypeIndex types) {
    this.workflow = workflow;
    this.types = types;
    this.levels = levels();
  }

  /** Returns the level of an activity, counted from 1. */
  int level(int activity) {
    return levels[activity];
  }

  /**
   * Returns the groups of two or more activities, by index, that are not exactly a fork-join of the
   * report.
   */
  List<List<Integer>> outside(RunReport report) {
    Set<List<Integer>> forks = new HashSet<>();
    for (ForkJoinSlowdown fork : ForkJoins.of(report)) {
      forks.add(members(fork.section()));
    }
    return all().stream().filter(g -> g.size() > 1 && !forks.contains(g)).toList();
  }

  private List<Integer> members(Region section) {
    return section.members().stream()
        .filter(member -> member.kind() == RegionKind.ACTIVITY)
        .map(member -> workflow.indexOf(member.activity().orElseThrow()))
        .sorted()
        .toList();
  }

  private Collection<List<Integer>> all() {
    Map<List<Integer>, List<Integer>> groups = new LinkedHashMap<>();
    for (int a = 0; a < levels.length; a++) {
      groups.computeIfAbsent(List.of(types.of(a), levels[a]), key -> new ArrayList<>()).add(a);
    }
    return groups.values();
  }

  /** Computes the levels in topological order: an activity after all it depends on. */
  private int[] levels() {
    int[] level = new int[workflow.activityCount()];
    int[] open = new int[level.length];
    Deque<Integer> ready = new ArrayDeque<>();
    for (int a = 0; a < level.length; a++) {
      open[a] = workflow.predecessors(a).size();
      if (open[a] == 0) {
        level[a] = 1;
        ready.add(a);
      }
    }
    while (!ready.isEmpty()) {
      int a = ready.remove();
      for (int next : workflow.successors(a)) {
        level[next] = Math.max(level[next], level[a] + 1);
        if (--open[next] == 0) {
          ready.add(next);
        }
      }
    }
    return level;
  }
}
