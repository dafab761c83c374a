package io.flowgauge.probabilistic.reduction;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.probabilistic.enclosure.Discrete;
import io.flowgauge.probabilistic.enclosure.DiscreteLaw;
import io.flowgauge.probabilistic.enclosure.DiscreteSums;
import io.flowgauge.probabilistic.enclosure.Side;
import io.flowgauge.workflow.RegionKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Bounds the distributions of series-parallel regions from bounds of their members. Stateless. */
public final class DiscreteCurves {
  private final Shapes shapes;
  private final Side side;
  private final double tail;
  private final DiscreteSums sums;

  /**
   * Bounds on lattices of the given fineness.
   *
   * @param side whether bounds are above or below
   * @param cells points of lattices, a power of 2
   * @param tail probability that may be cut off at either end of a law
   */
  public DiscreteCurves(Shapes shapes, Side side, int cells, double tail) {
    this.shapes = shapes;
    this.side = side;
    this.tail = tail;
    sums = new DiscreteSums(side, cells);
  }

  /** Returns the bounds of some shapes, by shape; null where they were not needed. */
  public Discrete[] of(int... wanted) {
    boolean[] needed = shapes.within(wanted);
    Discrete[] bounds = new Discrete[needed.length];
    for (int shape = 0; shape < bounds.length; shape++) {
      bounds[shape] = needed[shape] ? bound(shape, bounds) : null;
    }
    return bounds;
  }

  private Discrete bound(int shape, Discrete[] bounds) {
    if (shapes.kind(shape) == RegionKind.ACTIVITY) {
      return DiscreteLaw.of(shapes.law(shape), side, tail);
    }
    List<DiscreteSums.Several> members = members(shape, bounds);
    return shapes.kind(shape) == RegionKind.SEQUENCE
        ? sums.of(members)
        : Discrete.longest(members.stream().map(m -> m.one().power((double) m.count())).toList());
  }

  private List<DiscreteSums.Several> members(int shape, Discrete[] bounds) {
    int[] all = shapes.members(shape);
    List<DiscreteSums.Several> members = new ArrayList<>();
    for (int k = 0, from = 0; k < all.length; k++) {
      if (k + 1 == all.length || all[k + 1] != all[k]) {
        members.add(new DiscreteSums.Several(bounds[all[k]], k + 1 - from));
        from = k + 1;
      }
    }
    return members;
  }

  /**
   * Returns bounds of the means of regions, which for sequences are sums of bounds of means.
   *
   * @param bounds bounds of all needed regions, by shape
   * @return seconds by shape; 0 where nothing is known
   */
  public double[] means(Discrete[] bounds) {
    double[] means = new double[bounds.length];
    for (int shape = 0; shape < bounds.length; shape++) {
      boolean isKnown = bounds[shape] != null || shapes.kind(shape) == RegionKind.ACTIVITY;
      means[shape] = isKnown ? mean(shape, bounds[shape], means) : 0;
    }
    return means;
  }

  private double mean(int shape, Discrete bound, double[] means) {
    IntStream members = Arrays.stream(shapes.members(shape));
    return switch (shapes.kind(shape)) {
      case ACTIVITY -> shapes.law(shape).mean();
      case SEQUENCE -> members.mapToDouble(member -> means[member]).sum();
      default ->
          side == Side.ABOVE
              ? bound.mean(1)
              : members.mapToDouble(member -> means[member]).reduce(bound.mean(1), Math::max);
    };
  }

  /**
   * Returns the bound of the sum of some shapes.
   *
   * @param some numbers of the shapes, one or more
   * @return the bound, as if they were independent
   */
  public Discrete sum(IntStream some) {
    int[] all = some.toArray();
    Discrete[] bounds = of(all);
    return sums.of(Arrays.stream(all).mapToObj(shape -> several(bounds[shape])).toList());
  }

  /**
   * Returns the bound of a graph's makespan under the assumption that its paths are independent,
   * even where they share nodes.
   *
   * @param dag a graph of one node or more
   * @param shape the shape of each node
   * @param bounds the bounds by shape
   */
  public Discrete independent(Dag dag, int[] shape, Discrete[] bounds) {
    Discrete[] end = new Discrete[dag.nodeCount()];
    Discrete last = null;
    for (int p = 0; p < end.length; p++) {
      int v = dag.nodeAt(p);
      Discrete start = null;
      for (int k = 0; k < dag.predecessorCount(v); k++) {
        start = longest(start, end[dag.predecessor(v, k)]);
      }
      Discrete own = bounds[shape[v]];
      end[v] = start == null ? own : sums.of(List.of(several(start), several(own)));
      last = dag.successorCount(v) == 0 ? longest(last, end[v]) : last;
    }
    return last;
  }

  private static Discrete longest(Discrete one, Discrete other) {
    return one == null ? other : one.max(other);
  }

  private static DiscreteSums.Several several(Discrete one) {
    return new DiscreteSums.Several(one, 1);
  }
}
