package io.flowgauge.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A region declared by a user or a document. The model keeps the region tree of a workflow in
 * columns, and shows it through its own views.
 */
record PlainRegion(
    RegionKind kind,
    String name,
    Optional<String> activity,
    List<Region> members,
    List<Link> links,
    int activityCount)
    implements Region {

  PlainRegion(
      RegionKind kind,
      String name,
      Optional<String> activity,
      List<Region> members,
      List<Link> links) {
    this(kind, name, activity, List.copyOf(members), List.copyOf(links), count(members));
  }

  static Region of(RegionKind kind, String name, List<?> members, List<Link> links) {
    if (kind == RegionKind.ACTIVITY) {
      throw new IllegalArgumentException("kind must not be activity here; use Region.activity(id)");
    }
    if (members.isEmpty()) {
      throw new IllegalArgumentException(
          "a region of kind " + kind.label() + " must have at least one member, but has none");
    }
    List<Region> regions = new ArrayList<>(members.size());
    members.forEach(member -> regions.add(member(kind, member)));
    links.forEach(link -> requireLink(kind, link, regions.size()));
    String shown = name.isEmpty() ? kind.label() + " of " + count(regions) : name;
    return new PlainRegion(kind, shown, Optional.empty(), regions, links);
  }

  private static Region member(RegionKind kind, @Nullable Object member) {
    if (member instanceof Region region) {
      return region;
    }
    if (member instanceof CharSequence id) {
      return Region.activity(id.toString());
    }
    throw new IllegalArgumentException(
        "a member of a region of kind "
            + kind.label()
            + " must be a Region or an activity id, but is "
            + (member == null ? "null" : member.getClass().getName()));
  }

  private static void requireLink(RegionKind kind, Link link, int members) {
    if (kind != RegionKind.IRREGULAR) {
      throw new IllegalArgumentException(
          "only an irregular region can have links, but the region is of kind " + kind.label());
    }
    if (Math.min(link.from(), link.to()) < 0 || Math.max(link.from(), link.to()) >= members) {
      throw new IllegalArgumentException(link + " is out of range for " + members + " members");
    }
  }

  private static int count(List<Region> members) {
    return members.isEmpty() ? 1 : members.stream().mapToInt(Region::activityCount).sum();
  }

  @Override
  public String toString() {
    return "Region[" + name + "]";
  }
}
