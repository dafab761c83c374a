package io.flowgauge.store.document;

import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import io.flowgauge.workflow.Workflow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The composed regions of a workflow as a list. Stateless. */
public final class RegionTree {
  private RegionTree() {}

  /**
   * A region with the position of its parent. Immutable and thread-safe.
   *
   * @param region the region
   * @param parent position of its parent in the list; null for the whole workflow
   */
  public record Placed(Region region, Integer parent) {}

  /** Returns the composed regions, each before its members. */
  public static List<Placed> of(Workflow workflow) {
    List<Placed> row = new ArrayList<>();
    if (workflow.activityCount() == 0) {
      return row;
    }
    Deque<Placed> open = new ArrayDeque<>(List.of(new Placed(workflow.regions(), null)));
    while (!open.isEmpty()) {
      Placed next = open.pop();
      if (next.region().kind() == RegionKind.ACTIVITY) {
        continue;
      }
      Integer position = row.size();
      row.add(next);
      List<Region> members = next.region().members();
      for (int k = members.size() - 1; k >= 0; k--) {
        open.push(new Placed(members.get(k), position));
      }
    }
    return row;
  }
}
