package io.flowgauge.model.core;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.model.graph.RegionTree;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Completes declared regions so that they hold each activity of a run once. Activities that were
 * added later are placed by their dependencies: after what they wait for, before what waits for
 * them, and in parallel with what lies between. Used once.
 */
final class RegionAdoption {
  private final ColumnarWorkflow workflow;
  private final Remarks remarks;

  /** The leaf of each activity, or null if it has no place yet. */
  private final RegionPart[] leaves;

  private RegionPart root;

  private RegionAdoption(ColumnarWorkflow workflow, Remarks remarks) {
    this.workflow = workflow;
    this.remarks = remarks;
    leaves = new RegionPart[workflow.activityCount()];
  }

  /**
   * The tree of declared regions, changed as little as possible.
   *
   * @throws IllegalArgumentException if the dependencies contradict the regions
   */
  static RegionTree of(Region declared, ColumnarWorkflow workflow, Remarks remarks) {
    RegionAdoption adoption = new RegionAdoption(workflow, remarks);
    adoption.copy(declared);
    Dag dag = workflow.dag();
    for (int place = 0; place < dag.nodeCount(); place++) {
      if (adoption.leaves[dag.nodeAt(place)] == null) {
        adoption.adopt(dag.nodeAt(place));
      }
    }
    return DeclaredTree.of(adoption.root, workflow);
  }

  private record Copied(Region declared, RegionPart parent) {}

  /** Copies the declared tree without recursion, because trees may be deep. */
  private void copy(Region declared) {
    List<RegionPart> composed = new ArrayList<>();
    Deque<Copied> open = new ArrayDeque<>(List.of(new Copied(declared, null)));
    while (!open.isEmpty()) {
      Copied next = open.removeFirst();
      RegionPart part = copyOf(next.declared());
      if (next.parent() == null) {
        root = part;
      } else {
        next.parent().add(part);
      }
      if (!part.isLeaf()) {
        composed.add(part);
        next.declared().members().forEach(member -> open.addLast(new Copied(member, part)));
      }
    }
    prune(composed);
  }

  private RegionPart copyOf(Region declared) {
    return declared.activity().map(RegionPart::leaf).orElseGet(() -> RegionPart.like(declared));
  }

  /**
   * Leaves out activities that are not in the run, and regions that become empty. Inner regions
   * come last in the list.
   */
  private void prune(List<RegionPart> composed) {
    if (root.isLeaf() && !claim(root)) {
      root = null;
      return;
    }
    for (RegionPart region : composed) {
      List.copyOf(region.parts()).stream()
          .filter(member -> member.isLeaf() && !claim(member))
          .forEach(region::remove);
    }
    for (int k = composed.size() - 1; k >= 0; k--) {
      RegionPart region = composed.get(k);
      if (region.parts().isEmpty()) {
        leaveOut(region);
      }
    }
  }

  private void leaveOut(RegionPart region) {
    if (region == root) {
      root = null;
    } else {
      region.parent().remove(region);
    }
  }

  private boolean claim(RegionPart leaf) {
    int activity = workflow.indexOf(leaf.name());
    if (activity < 0) {
      remarks.warn(
          "in the declared regions, but not in the run; left out of the regions",
          "activity " + leaf.name());
      return false;
    }
    if (leaves[activity] != null) {
      remarks.warn(
          "in the declared regions more than once; only one place is used",
          "activity " + leaf.name());
      return false;
    }
    leaves[activity] = leaf;
    return true;
  }

  private void adopt(int activity) {
    String id = workflow.activity(activity).id();
    RegionPart added = RegionPart.leaf(id);
    List<List<RegionPart>> before = pathsOfPlaced(workflow.predecessors(activity));
    List<List<RegionPart>> after = pathsOfPlaced(workflow.successors(activity));
    leaves[activity] = added;
    remarks.info(
        "not in the declared regions; placed in them by its dependencies", "activity " + id);
    if (root == null) {
      root = added;
    } else if (before.isEmpty() && after.isEmpty()) {
      addParallelToAll(added);
    } else {
      place(added, before, after);
    }
  }

  /** Returns the paths from the root to those activities that already have a place. */
  private List<List<RegionPart>> pathsOfPlaced(List<Integer> activities) {
    return activities.stream()
        .filter(activity -> leaves[activity] != null)
        .map(activity -> leaves[activity].path())
        .toList();
  }

  private void addParallelToAll(RegionPart added) {
    if (root.kind() == RegionKind.PARALLEL) {
      root.add(added);
    } else {
      root = RegionPart.parallel(root, added);
    }
  }

  /** Descends to the smallest region that determines the place, and adds the activity there. */
  private void place(
      RegionPart added, List<List<RegionPart>> before, List<List<RegionPart>> after) {
    RegionPart region = root;
    for (int level = 1; ; level++) {
      Set<RegionPart> earlier = members(before, level);
      Set<RegionPart> later = members(after, level);
      Set<RegionPart> touched = new LinkedHashSet<>(earlier);
      touched.addAll(later);
      if (touched.size() != 1 || !isInside(region, earlier, later)) {
        placeIn(region, added, earlier, later);
        return;
      }
      region = touched.iterator().next();
      if (region.isLeaf()) {
        putInOrder(region, added, !earlier.isEmpty());
        return;
      }
    }
  }

  private static Set<RegionPart> members(List<List<RegionPart>> paths, int level) {
    Set<RegionPart> members = new LinkedHashSet<>();
    paths.stream()
        .filter(path -> level < path.size())
        .forEach(path -> members.add(path.get(level)));
    return members;
  }

  /**
   * Whether the activity can go inside a member: no other member of the region then wrongly waits
   * for it, or it for another.
   */
  private static boolean isInside(
      RegionPart region, Set<RegionPart> earlier, Set<RegionPart> later) {
    if (!region.isInOrder() || (!earlier.isEmpty() && !later.isEmpty())) {
      return true;
    }
    List<RegionPart> parts = region.parts();
    RegionPart outermost = later.isEmpty() ? parts.get(parts.size() - 1) : parts.get(0);
    return !outermost.isLeaf() && (earlier.contains(outermost) || later.contains(outermost));
  }

  private void placeIn(
      RegionPart region, RegionPart added, Set<RegionPart> earlier, Set<RegionPart> later) {
    if (region.isInOrder()) {
      placeInSequence(region, added, earlier, later);
    } else if (region.kind() == RegionKind.IRREGULAR) {
      region.link(added, earlier, later);
    } else if (earlier.isEmpty() || later.isEmpty()) {
      putInOrder(region, added, later.isEmpty());
    } else {
      throw contradiction(added);
    }
  }

  private static void placeInSequence(
      RegionPart region, RegionPart added, Set<RegionPart> earlier, Set<RegionPart> later) {
    List<RegionPart> parts = region.parts();
    int begin = 0;
    int end = parts.size();
    for (int k = parts.size() - 1; k >= 0; k--) {
      begin = begin == 0 && earlier.contains(parts.get(k)) ? k + 1 : begin;
      end = later.contains(parts.get(k)) ? k : end;
    }
    if (begin > end) {
      throw contradiction(added);
    }
    if (begin == end) {
      region.insert(begin, added);
    } else {
      region.beside(begin, end, added);
    }
  }

  private static IllegalArgumentException contradiction(RegionPart added) {
    return new IllegalArgumentException(
        "the dependencies of activity " + added.name() + " contradict the declared regions");
  }

  private void putInOrder(RegionPart region, RegionPart added, boolean behind) {
    RegionPart parent = region.parent();
    RegionPart sequence =
        behind ? RegionPart.sequence(region, added) : RegionPart.sequence(added, region);
    if (parent == null) {
      root = sequence;
    } else {
      parent.replace(region, sequence);
    }
  }
}
