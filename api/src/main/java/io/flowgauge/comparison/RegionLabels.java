package io.flowgauge.comparison;

import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import io.flowgauge.workflow.Workflow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Names composed regions by kind and types, such as {@code parallel of lapw1}, so that
 * corresponding regions of other runs have the same label. Not thread-safe.
 */
final class RegionLabels {
  private static final int TYPES_NAMED = 4;

  private final Workflow workflow;
  private final List<String> types = new ArrayList<>();
  private final int[] typeOf;
  private final Map<BitSet, String> texts = new HashMap<>();
  private final List<String> labels = new ArrayList<>();

  RegionLabels(Workflow workflow) {
    this.workflow = workflow;
    this.typeOf = new int[workflow.activityCount()];
    Map<String, Integer> numbers = new HashMap<>();
    new TreeSet<>(workflow.activities().stream().map(a -> a.type()).toList()).forEach(types::add);
    types.forEach(type -> numbers.put(type, numbers.size()));
    for (int a = 0; a < typeOf.length; a++) {
      typeOf[a] = numbers.get(workflow.activity(a).type());
    }
    walk(workflow.regions());
  }

  /** Label of the composed region at a position, counting each region before its members. */
  String label(int position) {
    return labels.get(position);
  }

  /**
   * Labels all composed regions. Works without recursion, because region trees can be too deep for
   * it.
   */
  private void walk(Region root) {
    Deque<Visit> open = new ArrayDeque<>();
    enter(root, open);
    while (!open.isEmpty()) {
      Visit visit = open.peek();
      if (visit.next < visit.members.size()) {
        enter(visit.members.get(visit.next++), open);
      } else {
        open.pop();
        labels.set(visit.position, label(visit.kind, visit.types));
        if (!open.isEmpty()) {
          open.peek().types.or(visit.types);
        }
      }
    }
  }

  private void enter(Region region, Deque<Visit> open) {
    if (region.kind() != RegionKind.ACTIVITY) {
      open.push(new Visit(region, labels.size()));
      labels.add("");
    } else if (!open.isEmpty()) {
      open.peek().types.set(typeOf[workflow.indexOf(region.activity().orElseThrow())]);
    }
  }

  private String label(RegionKind kind, BitSet found) {
    return kind.label() + " of " + texts.computeIfAbsent((BitSet) found.clone(), this::text);
  }

  /** Names the first few types only; a hash of all types distinguishes such regions. */
  private String text(BitSet found) {
    List<String> names = found.stream().mapToObj(types::get).toList();
    if (names.size() <= TYPES_NAMED) {
      return String.join(", ", names);
    }
    return String.join(", ", names.subList(0, TYPES_NAMED - 1))
        + " and "
        + (names.size() - TYPES_NAMED + 1)
        + " other types ("
        + Integer.toHexString(names.hashCode())
        + ")";
  }

  /** A region whose members are being visited. */
  private static final class Visit {
    private final RegionKind kind;
    private final List<Region> members;
    private final int position;
    private final BitSet types = new BitSet();
    private int next;

    Visit(Region region, int position) {
      this.kind = region.kind();
      this.members = region.members();
      this.position = position;
    }
  }
}
