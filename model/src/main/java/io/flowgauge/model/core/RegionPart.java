package io.flowgauge.model.core;

import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A mutable region, used while {@link RegionAdoption} works on it. Not thread-safe. */
final class RegionPart implements Region {
  private final RegionKind kind;
  private final String name;
  private final List<RegionPart> members = new ArrayList<>();
  private List<Link> links;
  private RegionPart parent;

  private RegionPart(RegionKind kind, String name, List<Link> links) {
    this.kind = kind;
    this.name = name;
    this.links = links;
  }

  /** Returns a region of the same kind, name and links, without members. */
  static RegionPart like(Region declared) {
    return new RegionPart(declared.kind(), declared.name(), List.copyOf(declared.links()));
  }

  static RegionPart leaf(String activity) {
    return new RegionPart(RegionKind.ACTIVITY, activity, List.of());
  }

  static RegionPart sequence(RegionPart... members) {
    return composed(RegionKind.SEQUENCE, Arrays.asList(members));
  }

  static RegionPart parallel(RegionPart... members) {
    return composed(RegionKind.PARALLEL, Arrays.asList(members));
  }

  private static RegionPart composed(RegionKind kind, List<RegionPart> members) {
    RegionPart made = new RegionPart(kind, kind.label(), List.of());
    members.forEach(made::add);
    return made;
  }

  RegionPart parent() {
    return parent;
  }

  boolean isLeaf() {
    return kind == RegionKind.ACTIVITY;
  }

  /** Whether its members run one after another. */
  boolean isInOrder() {
    return kind == RegionKind.SEQUENCE || kind == RegionKind.SUB_WORKFLOW;
  }

  List<RegionPart> parts() {
    return members;
  }

  void add(RegionPart member) {
    insert(members.size(), member);
  }

  /**
   * Inserts a member. In an irregular region this must be at the end, because links refer to
   * members by position.
   */
  void insert(int at, RegionPart member) {
    members.add(at, member);
    member.parent = this;
  }

  /** Replaces a member by another region. */
  void replace(RegionPart member, RegionPart by) {
    members.set(members.indexOf(member), by);
    by.parent = this;
  }

  /** Adds a member to an irregular region, and its links. */
  void link(RegionPart member, Iterable<RegionPart> earlier, Iterable<RegionPart> later) {
    int at = members.size();
    List<Link> more = new ArrayList<>(links);
    earlier.forEach(part -> more.add(new Link(members.indexOf(part), at)));
    later.forEach(part -> more.add(new Link(at, members.indexOf(part))));
    links = more;
    add(member);
  }

  /**
   * Joins the members from {@code begin} up to {@code end} and another region in one parallel
   * section.
   */
  void beside(int begin, int end, RegionPart other) {
    List<RegionPart> some = List.copyOf(members.subList(begin, end));
    RegionPart one = some.size() == 1 ? some.get(0) : composed(RegionKind.SEQUENCE, some);
    if (one.kind == RegionKind.PARALLEL) {
      one.add(other);
    } else {
      members.subList(begin, end).clear();
      insert(begin, parallel(one, other));
    }
  }

  void remove(RegionPart member) {
    int at = members.indexOf(member);
    members.remove(at);
    links =
        links.stream()
            .filter(link -> link.from() != at && link.to() != at)
            .map(link -> new Link(shifted(link.from(), at), shifted(link.to(), at)))
            .toList();
  }

  private static int shifted(int position, int removed) {
    return position > removed ? position - 1 : position;
  }

  @Override
  public RegionKind kind() {
    return kind;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<String> activity() {
    return isLeaf() ? Optional.of(name) : Optional.empty();
  }

  @Override
  public List<Region> members() {
    return List.copyOf(members);
  }

  @Override
  public List<Link> links() {
    return links;
  }

  @Override
  public int activityCount() {
    int count = 0;
    List<RegionPart> open = new ArrayList<>(List.of(this));
    while (!open.isEmpty()) {
      RegionPart part = open.remove(open.size() - 1);
      count += part.isLeaf() ? 1 : 0;
      open.addAll(part.members);
    }
    return count;
  }

  /** The regions from the root down to this one. */
  List<RegionPart> path() {
    List<RegionPart> path =
        new ArrayList<>(Stream.iterate(this, part -> part != null, RegionPart::parent).toList());
    Collections.reverse(path);
    return path;
  }

  @Override
  public String toString() {
    return "RegionPart[" + name + ", " + members.size() + " members]";
  }
}
