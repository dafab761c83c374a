package io.flowgauge.runlog;

import io.flowgauge.log.read.EventCursor;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Assembles a region tree from its events. Not thread-safe. */
final class RegionAssembly {
  /** A node: a leaf has no kind, a composed region no activity. */
  private record Node(int parent, int place, RegionKind kind, String name, long activity) {}

  private final ActivityNames names;
  private final Map<Integer, Node> nodes = new TreeMap<>();
  private final Map<Integer, List<Region.Link>> links = new HashMap<>();
  private int linkCount;
  private int expectedNodes;
  private int expectedLinks;

  RegionAssembly(ActivityNames names) {
    this.names = names;
  }

  void region(EventCursor event) {
    RegionKind kind =
        Arrays.stream(RegionKind.values())
            .filter(k -> k.label().equals(event.string(5)))
            .findFirst()
            .orElse(RegionKind.IRREGULAR);
    add(event, kind, event.string(6), 0);
  }

  void leaf(EventCursor event) {
    add(event, RegionKind.ACTIVITY, "", event.int64(5));
  }

  private void add(EventCursor event, RegionKind kind, String name, long activity) {
    nodes.put(event.int32(2), new Node(event.int32(3), event.int32(4), kind, name, activity));
  }

  void link(EventCursor event) {
    links
        .computeIfAbsent(event.int32(2), node -> new ArrayList<>())
        .add(new Region.Link(event.int32(3), event.int32(4)));
    linkCount++;
  }

  /** Handles the event that follows all others of the tree. */
  void end(EventCursor event) {
    expectedNodes = event.int32(2);
    expectedLinks = event.int32(3);
  }

  /** Returns the defect of the tree; empty if it is complete. */
  Optional<String> fault() {
    if (nodes.size() != expectedNodes || linkCount != expectedLinks) {
      return Optional.of(
          "only "
              + nodes.size()
              + " of "
              + expectedNodes
              + " regions and "
              + linkCount
              + " of "
              + expectedLinks
              + " links of the region tree are in the log");
    }
    boolean named =
        nodes.values().stream()
            .filter(node -> node.kind() == RegionKind.ACTIVITY)
            .allMatch(node -> names.of(node.activity()) != null);
    return named
        ? Optional.empty()
        : Optional.of("the region tree holds an activity that is not declared");
  }

  /**
   * Returns the tree, which must be complete; parents have smaller numbers than their members.
   *
   * @throws IllegalArgumentException if the added regions do not form a tree
   */
  Region tree() {
    Map<Integer, Map<Integer, Region>> members = new HashMap<>();
    List<Integer> numbers = new ArrayList<>(nodes.keySet());
    Collections.reverse(numbers);
    Region made = null;
    for (int number : numbers) {
      Node node = nodes.get(number);
      made = makeRegion(number, node, members.remove(number));
      members.computeIfAbsent(node.parent(), p -> new TreeMap<>()).put(node.place(), made);
    }
    return made;
  }

  private Region makeRegion(int number, Node node, Map<Integer, Region> members) {
    if (node.kind() == RegionKind.ACTIVITY) {
      return Region.activity(names.of(node.activity()));
    }
    List<Region> inOrder = members == null ? List.of() : List.copyOf(members.values());
    return Region.of(node.kind(), node.name(), inOrder, links.getOrDefault(number, List.of()));
  }
}
