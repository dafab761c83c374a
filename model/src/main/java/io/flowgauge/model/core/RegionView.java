package io.flowgauge.model.core;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.model.graph.RegionTree;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A region of a {@link RegionTree} as users see it, made on demand. Immutable and thread-safe.
 *
 * @param workflow the workflow that the tree belongs to
 * @param number number of the region in the tree
 */
public record RegionView(ColumnarWorkflow workflow, int number) implements Region {

  private RegionTree tree() {
    return workflow.regionTree();
  }

  @Override
  public RegionKind kind() {
    return tree().kind(number);
  }

  @Override
  public String name() {
    if (kind() == RegionKind.ACTIVITY) {
      return workflow.activity(tree().activity(number)).id();
    }
    String given = tree().name(number);
    return given.isEmpty() ? kind().label() + " of " + contents() : given;
  }

  /** Describes the members: their number, and their common type if they have one. */
  private String contents() {
    int count = tree().memberCount(number);
    String type = null;
    for (int member = number + 1; member < tree().end(number); member = tree().end(member)) {
      int activity = tree().activity(member);
      String own = activity < 0 ? null : workflow.activity(activity).type();
      if (own == null || (type != null && !own.equals(type))) {
        return count + " regions";
      }
      type = own;
    }
    return count + " " + type;
  }

  @Override
  public Optional<String> activity() {
    int activity = tree().activity(number);
    return activity < 0 ? Optional.empty() : Optional.of(workflow.activity(activity).id());
  }

  @Override
  public List<Region> members() {
    List<Region> members = new ArrayList<>();
    for (int member : tree().members(number)) {
      members.add(new RegionView(workflow, member));
    }
    return List.copyOf(members);
  }

  @Override
  public List<Link> links() {
    if (kind() != RegionKind.IRREGULAR) {
      return List.of();
    }
    Dag quotient = tree().quotient(number);
    List<Link> links = new ArrayList<>(quotient.edgeCount());
    for (int from = 0; from < quotient.nodeCount(); from++) {
      for (int k = 0; k < quotient.successorCount(from); k++) {
        links.add(new Link(from, quotient.successor(from, k)));
      }
    }
    return List.copyOf(links);
  }

  @Override
  public int activityCount() {
    return tree().activityCount(number);
  }

  @Override
  public String toString() {
    return "Region[" + name() + "]";
  }
}
