package io.flowgauge.probabilistic.reduction;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.prediction.Law;
import io.flowgauge.workflow.RegionKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The regions of a workflow, with equal ones stored once as a shape. The distribution of a
 * series-parallel region depends only on those of its members, in any order. Members have lower
 * numbers than their region. Not thread-safe.
 */
public final class Shapes {
  private final Map<Object, Integer> known = new HashMap<>();
  private final List<Law> laws = new ArrayList<>();
  private final List<RegionKind> kinds = new ArrayList<>();
  private final List<int[]> members = new ArrayList<>();
  private final Map<Integer, Dag> quotients = new HashMap<>();

  /** Creates an empty collection. */
  public Shapes() {}

  /** Returns the number of shapes; they are numbered from 0. */
  public int size() {
    return kinds.size();
  }

  /**
   * Returns the shape of an activity.
   *
   * @param law law of its time in seconds
   * @return the shape's number, the same for equal laws
   */
  public int leaf(Law law) {
    return known.computeIfAbsent(law, key -> add(RegionKind.ACTIVITY, law, new int[0]));
  }

  /** Returns the shape of a sequence or parallel region of known shapes. */
  int region(RegionKind kind, int[] shapes) {
    if (shapes.length == 1) {
      return shapes[0];
    }
    int[] sorted = shapes.clone();
    Arrays.sort(sorted);
    Object key = List.of(kind, new Ints(sorted));
    return known.computeIfAbsent(key, k -> add(kind, null, sorted));
  }

  /** Returns the shape of an irregular region of known shapes. */
  int irregular(Dag quotient, int[] shapes) {
    Object key = List.of(quotient, new Ints(shapes));
    return known.computeIfAbsent(
        key,
        k -> {
          int shape = add(RegionKind.IRREGULAR, null, shapes);
          quotients.put(shape, quotient);
          return shape;
        });
  }

  private int add(RegionKind kind, Law law, int[] sorted) {
    kinds.add(kind);
    laws.add(law);
    members.add(sorted);
    return kinds.size() - 1;
  }

  /** Returns the kind of a shape. */
  public RegionKind kind(int shape) {
    return kinds.get(shape);
  }

  /** Returns the law of an activity's time in seconds; null if the shape is not an activity. */
  public Law law(int shape) {
    return laws.get(shape);
  }

  /**
   * Returns the members of a region: numbers of shapes, in the order of the quotient if it is
   * irregular. Callers must not modify the array.
   */
  public int[] members(int shape) {
    return members.get(shape);
  }

  /**
   * Returns the order of the members of an irregular region: a graph with one node for each member;
   * null if the shape is not irregular.
   */
  public Dag quotient(int shape) {
    return quotients.get(shape);
  }

  /** Flags the given shapes and all shapes of which they are made. */
  public boolean[] within(int... shapes) {
    boolean[] within = new boolean[size()];
    for (int shape : shapes) {
      within[shape] = true;
    }
    for (int shape = within.length - 1; shape >= 0; shape--) {
      for (int member : members(shape)) {
        within[member] |= within[shape];
      }
    }
    return within;
  }
}
