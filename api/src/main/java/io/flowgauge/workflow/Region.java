package io.flowgauge.workflow;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A node of a workflow's region tree: {@code Region.sequence("a", Region.parallel("b", "c"), "d")}.
 *
 * <p>A region is an activity or a composition of regions. Factories accept any mix of activity ids
 * and regions. Immutable and thread-safe.
 */
public interface Region {

  /**
   * The kind of this region.
   *
   * @return the kind
   */
  RegionKind kind();

  /**
   * A name for display: the id of an activity, the given name of a sub-workflow, otherwise the kind
   * and contents of the region.
   *
   * @return a non-empty text, not necessarily unique
   */
  String name();

  /**
   * The activity of a leaf.
   *
   * @return the id of the activity; empty for a composed region
   */
  Optional<String> activity();

  /**
   * The regions this one is composed of.
   *
   * @return members in execution order; empty for an activity
   */
  List<Region> members();

  /**
   * Dependencies among the members of an irregular region.
   *
   * @return pairs of members; empty for all other kinds, whose dependencies follow from the kind
   */
  List<Link> links();

  /**
   * Number of activities in the region.
   *
   * @return 1 for an activity, else the sum over the members
   */
  int activityCount();

  /**
   * A dependency between two members of an irregular region. Immutable and thread-safe.
   *
   * @param from position of the earlier member
   * @param to position of the later member
   */
  record Link(int from, int to) {}

  /**
   * An activity as a region.
   *
   * @param id id of the activity
   * @return the leaf
   */
  static Region activity(String id) {
    Objects.requireNonNull(id, "id");
    return new PlainRegion(RegionKind.ACTIVITY, id, Optional.of(id), List.of(), List.of());
  }

  /**
   * A sequence: regions one after another.
   *
   * @param members regions, or ids of activities
   * @return the sequence
   * @throws IllegalArgumentException if a member is neither a region nor an id, or there are no
   *     members
   */
  static Region sequence(Object... members) {
    return PlainRegion.of(RegionKind.SEQUENCE, "", Arrays.asList(members), List.of());
  }

  /**
   * A parallel section: independent regions.
   *
   * @param members regions, or ids of activities
   * @return the parallel section
   * @throws IllegalArgumentException if a member is neither a region nor an id, or there are no
   *     members
   */
  static Region parallel(Object... members) {
    return PlainRegion.of(RegionKind.PARALLEL, "", Arrays.asList(members), List.of());
  }

  /**
   * Replicas: copies of one job.
   *
   * @param members regions, or ids of activities
   * @return the replicas
   * @throws IllegalArgumentException if a member is neither a region nor an id, or there are no
   *     members
   */
  static Region replicas(Object... members) {
    return PlainRegion.of(RegionKind.REPLICAS, "", Arrays.asList(members), List.of());
  }

  /**
   * A loop, as its unrolled iterations.
   *
   * @param iterations a region or activity id for each iteration
   * @return the loop
   * @throws IllegalArgumentException if a member is neither a region nor an id, or there are no
   *     members
   */
  static Region loop(Object... iterations) {
    return PlainRegion.of(RegionKind.LOOP, "", Arrays.asList(iterations), List.of());
  }

  /**
   * A sub-workflow: a named part of the workflow whose members run one after another.
   *
   * @param name name of the sub-workflow
   * @param members regions, or ids of activities
   * @return the sub-workflow
   * @throws IllegalArgumentException if a member is neither a region nor an id, or there are no
   *     members
   */
  static Region subWorkflow(String name, Object... members) {
    return PlainRegion.of(RegionKind.SUB_WORKFLOW, name, Arrays.asList(members), List.of());
  }

  /**
   * A composed region of any kind.
   *
   * @param kind its kind; any except activity
   * @param name its name; if empty, one is derived from the kind
   * @param members regions, or ids of activities
   * @param links dependencies among the members; only for an irregular region
   * @return the region
   * @throws IllegalArgumentException if the kind is activity, there are no members, a member is
   *     neither a region nor an id, or a link is out of range or given for a kind other than
   *     irregular
   */
  static Region of(RegionKind kind, String name, List<?> members, List<Link> links) {
    return PlainRegion.of(kind, name, members, links);
  }
}
