package io.flowgauge.probabilistic.irregular;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Stages;
import io.flowgauge.probabilistic.reduction.Shapes;
import io.flowgauge.workflow.RegionKind;

/**
 * The exponential stages of a region whose activities are sequences of such stages, as a graph:
 * each stage waits for some others. Not thread-safe while it is built.
 */
final class StageGraph {
  /** Greatest number of stages, which are bits of a number. */
  private static final int MOST = 64;

  /** Greatest number of regions and activities; every region has at least two members. */
  private static final int MOST_REGIONS = 2 * MOST;

  private final Shapes shapes;
  private final double[] rate = new double[MOST];
  private final long[] awaited = new long[MOST];
  private int size;
  private int regions;
  private boolean fits = true;

  private StageGraph(Shapes shapes) {
    this.shapes = shapes;
  }

  /** Returns the stages of a shape; null if it has other times, or too many stages. */
  static StageGraph of(Shapes shapes, int shape) {
    StageGraph graph = new StageGraph(shapes);
    graph.add(shape, 0);
    return graph.fits ? graph : null;
  }

  int size() {
    return size;
  }

  /** Returns the rate at which a running stage ends, per second. */
  double rate(int stage) {
    return rate[stage];
  }

  /** Returns the stages that are running once the given stages have ended, as bits. */
  long running(long ended) {
    long running = 0;
    for (int k = 0; k < size; k++) {
      boolean waits = (awaited[k] & ~ended) != 0;
      running |= waits || (ended >>> k & 1) != 0 ? 0 : 1L << k;
    }
    return running;
  }

  /** Adds a shape that starts after the given stages; returns the stages that end it. */
  private long add(int shape, long after) {
    fits &= ++regions <= MOST_REGIONS;
    if (!fits) {
      return after;
    }
    return switch (shapes.kind(shape)) {
      case ACTIVITY -> addStages(shapes.law(shape), after);
      case IRREGULAR -> addIrregular(shape, after);
      default -> addMembers(shape, after);
    };
  }

  private long addStages(Law law, long after) {
    double[] means = law instanceof Stages stages ? stages.stageMeans() : new double[0];
    fits = means.length > 0 && size + means.length <= MOST;
    long last = after;
    for (int k = 0; k < means.length && fits; k++) {
      rate[size] = 1 / means[k];
      awaited[size] = last;
      last = 1L << size++;
    }
    return last;
  }

  private long addMembers(int shape, long after) {
    boolean isSequence = shapes.kind(shape) == RegionKind.SEQUENCE;
    long ends = 0;
    long last = after;
    for (int member : shapes.members(shape)) {
      long end = add(member, last);
      ends |= end;
      last = isSequence ? end : after;
    }
    return isSequence ? last : ends;
  }

  private long addIrregular(int shape, long after) {
    Dag dag = shapes.quotient(shape);
    long[] ends = new long[dag.nodeCount()];
    long all = 0;
    for (int p = 0; p < ends.length; p++) {
      int v = dag.nodeAt(p);
      long start = dag.predecessorCount(v) == 0 ? after : 0;
      for (int k = 0; k < dag.predecessorCount(v); k++) {
        start |= ends[dag.predecessor(v, k)];
      }
      ends[v] = add(shapes.members(shape)[v], start);
      all |= dag.successorCount(v) == 0 ? ends[v] : 0;
    }
    return all;
  }
}
