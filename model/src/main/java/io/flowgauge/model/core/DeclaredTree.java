package io.flowgauge.model.core;

import io.flowgauge.model.graph.CycleException;
import io.flowgauge.model.graph.Dag;
import io.flowgauge.model.graph.RegionTree;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Puts declared regions into columns. Works without recursion, because the tree may be deep. Used
 * once.
 */
final class DeclaredTree {
  private final ColumnarWorkflow workflow;
  private final boolean[] seen;
  private final RegionTree.Builder tree = new RegionTree.Builder(16);
  private final Deque<Open> stack = new ArrayDeque<>();

  /** A composed region and an iterator over those of its members that are still to be added. */
  private record Open(int number, Iterator<Region> members) {}

  private DeclaredTree(ColumnarWorkflow workflow) {
    this.workflow = workflow;
    this.seen = new boolean[workflow.activityCount()];
  }

  /**
   * The tree of declared regions.
   *
   * @throws IllegalArgumentException if it does not hold every activity of the workflow exactly
   *     once
   */
  static RegionTree of(Region root, ColumnarWorkflow workflow) {
    return new DeclaredTree(workflow).tree(root);
  }

  private RegionTree tree(Region root) {
    add(RegionTree.NONE, root);
    while (!stack.isEmpty()) {
      Open open = stack.getLast();
      if (open.members().hasNext()) {
        add(open.number(), open.members().next());
      } else {
        stack.removeLast();
      }
    }
    requireAll();
    return tree.build(0);
  }

  private void add(int parent, Region region) {
    if (region.activity().isPresent()) {
      tree.addActivity(parent, claim(region.activity().get()));
      return;
    }
    int number = tree.add(parent, region.kind());
    if (region.kind() == RegionKind.IRREGULAR) {
      tree.putQuotient(number, quotient(region));
    } else if (region.kind() == RegionKind.SUB_WORKFLOW) {
      // Users name only sub-workflows; all other names are generated when needed.
      tree.putName(number, region.name());
    }
    stack.addLast(new Open(number, region.members().iterator()));
  }

  private static Dag quotient(Region region) {
    int[] from = region.links().stream().mapToInt(Region.Link::from).toArray();
    int[] to = region.links().stream().mapToInt(Region.Link::to).toArray();
    try {
      return Dag.of(region.members().size(), from, to);
    } catch (CycleException e) {
      throw new IllegalArgumentException("the links of an irregular region have a cycle", e);
    }
  }

  private int claim(String id) {
    int activity = workflow.indexOf(id);
    if (activity < 0) {
      throw new IllegalArgumentException("the regions name an unknown activity: " + id);
    }
    if (seen[activity]) {
      throw new IllegalArgumentException("the regions contain an activity twice: " + id);
    }
    seen[activity] = true;
    return activity;
  }

  private void requireAll() {
    for (int activity = 0; activity < seen.length; activity++) {
      if (!seen[activity]) {
        throw new IllegalArgumentException(
            "the regions lack an activity: " + workflow.activity(activity).id());
      }
    }
  }
}
