package io.flowgauge.model.graph;

import io.flowgauge.workflow.RegionKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The regions built so far, as a forest. Regions {@code 0..n-1} are the nodes of the graph.
 *
 * <p>Sequences and parallel sections are joined by splicing their lists of members, so that neither
 * ever contains one of its own kind. Not thread-safe.
 */
final class RegionForest {

  /** Stands for no region: an arc that only orders its ends. */
  static final int NOTHING = IndexTable.NONE;

  final int activityCount;
  final RegionKind[] kind;
  final int[] firstMember;
  final int[] nextSibling;
  private final int[] lastMember;
  private final List<Irregular> irregulars = new ArrayList<>();
  private int size;

  /**
   * An irregular region and the order among its members.
   *
   * @param order the order
   */
  record Irregular(int region, MemberOrder order) {}

  RegionForest(int activityCount) {
    this.activityCount = activityCount;
    int capacity = Math.max(1, 2 * activityCount);
    kind = new RegionKind[capacity];
    firstMember = IndexTable.empty(capacity);
    lastMember = IndexTable.empty(capacity);
    nextSibling = IndexTable.empty(capacity);
    size = activityCount;
  }

  /** Returns the sequence of two regions. */
  int sequence(int first, int second) {
    return joined(RegionKind.SEQUENCE, first, second);
  }

  /** Returns the parallel section of two regions. */
  int parallel(int first, int second) {
    return joined(RegionKind.PARALLEL, first, second);
  }

  private int joined(RegionKind joint, int first, int second) {
    if (first == NOTHING || second == NOTHING) {
      return first == NOTHING ? second : first;
    }
    boolean extendsSecond = kind[second] == joint;
    int region = kind[first] == joint ? first : extendsSecond ? second : create(joint);
    int head = kind[first] == joint ? firstMember[first] : first;
    int headEnd = kind[first] == joint ? lastMember[first] : first;
    int tail = extendsSecond ? firstMember[second] : second;
    int tailEnd = extendsSecond ? lastMember[second] : second;
    nextSibling[headEnd] = tail;
    firstMember[region] = head;
    lastMember[region] = tailEnd;
    return region;
  }

  /** Creates a region of members whose order is neither a sequence nor parallel. */
  int irregular(MemberOrder order) {
    int region = create(RegionKind.IRREGULAR);
    firstMember[region] = order.member(0);
    for (int i = 1; i < order.memberCount(); i++) {
      nextSibling[order.member(i - 1)] = order.member(i);
    }
    irregulars.add(new Irregular(region, order));
    return region;
  }

  /** The region of a graph without nodes, the only sequence without members. */
  int emptySequence() {
    return create(RegionKind.SEQUENCE);
  }

  private int create(RegionKind composite) {
    kind[size] = composite;
    return size++;
  }

  /** Upper bound of the region numbers in use; some regions may have been merged into others. */
  int size() {
    return size;
  }

  List<Irregular> irregulars() {
    return irregulars;
  }
}
