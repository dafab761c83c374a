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
 * The regions of a workflow, equal ones held once: the distribution of a series-parallel one
 * depends on its members' only, in whatever order. Members have lower numbers than their region.
 * Not thread-safe.
 */
public final class Shapes {
  private final Map<Object, Integer> known = new HashMap<>();
  private final List<Law> laws = new ArrayList<>();
  private final List<RegionKind> kinds = new ArrayList<>();
  private final List<int[]> members = new ArrayList<>();
  private final Map<Integer, Dag> quotients = new HashMap<>();

  /** No shapes so far. */
  public Shapes() {}

  /** How many shapes there are; they are numbered from 0 on. */
  public int size() {
    return kinds.size();
  }

  /**
   * The shape of an activity.
   *
   * @param law of its time in seconds
   * @return the shape's number, the same for equal laws
   */
  public int leaf(Law law) {
    return known.computeIfAbsent(law, key -> add(RegionKind.ACTIVITY, law, new int[0]));
  }

  /** A sequence or parallel region of known shapes. */
  int region(RegionKind kind, int[] shapes) {
    if (shapes.length == 1) {
      return shapes[0];
    }
    int[] sorted = shapes.clone();
    Arrays.sort(sorted);
    Object key = List.of(kind, new Ints(sorted));
    return known.computeIfAbsent(key, k -> add(kind, null, sorted));
  }

  /** An irregular region of known shapes. */
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

  /** A shape. */
  public RegionKind kind(int shape) {
    return kinds.get(shape);
  }

  /**
   * The law of an activity's shape: law of the time in seconds; null if the shape is no activity.
   */
  public Law law(int shape) {
    return laws.get(shape);
  }

  /**
   * Members of a region: numbers of shapes, in the order of the quotient if it is irregular; not to
   * be written to.
   */
  public int[] members(int shape) {
    return members.get(shape);
  }

  /**
   * The order among the members of an irregular region: a graph with one node for each member; null
   * if the shape is not irregular.
   */
  public Dag quotient(int shape) {
    return quotients.get(shape);
  }

  /** Flags of the shapes that some are made of, these included. */
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
