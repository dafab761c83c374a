package io.flowgauge.probabilistic.irregular;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.curve.LawCurve;
import io.flowgauge.probabilistic.curve.Sums;
import io.flowgauge.probabilistic.law.Laws;
import io.flowgauge.probabilistic.order.Steps;
import io.flowgauge.probabilistic.reduction.IrregularMethod;
import io.flowgauge.probabilistic.reduction.Shapes;
import io.flowgauge.workflow.RegionKind;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Finds for each irregular region a method to compute it. Immutable and thread-safe. */
public final class Irregulars {
  /**
   * Safety factor for conditioning; an error that falls with the square root of the cells would
   * need 2.4.
   */
  private static final double SLOW = 4;

  private final Map<Integer, IrregularMethod> methods = new TreeMap<>();
  private final boolean complete;

  /**
   * Finds the methods for a shape and all shapes within it.
   *
   * @param tail probability that may be cut off
   */
  public Irregulars(Shapes shapes, int root, double tail) {
    boolean[] needed = shapes.within(root);
    boolean found = true;
    for (int shape = 0; shape <= root && found; shape++) {
      if (needed[shape] && shapes.kind(shape) == RegionKind.IRREGULAR) {
        IrregularMethod method = method(shapes, shape, tail);
        found = method != null;
        methods.put(shape, method);
      }
    }
    complete = found;
  }

  private static IrregularMethod method(Shapes shapes, int shape, double tail) {
    StageGraph stages = StageGraph.of(shapes, shape);
    IrregularMethod chain = stages == null ? null : MarkovChain.of(stages, tail);
    if (chain != null) {
      return chain;
    }
    int[] members = shapes.members(shape);
    if (members.length > Conditioning.MOST_MEMBERS) {
      return null;
    }
    Dag quotient = shapes.quotient(shape);
    int[] atoms = Arrays.stream(members).map(member -> atoms(shapes, member)).toArray();
    int lattices = Arrays.stream(members).map(m -> lattices(shapes, m, tail)).max().orElse(1);
    return Conditioning.of(quotient, constants(shapes, members), atoms, lattices);
  }

  /** Returns the number of lattices for sums with members of a shape, more for long tails. */
  private static int lattices(Shapes shapes, int shape, double tail) {
    Law law = shapes.law(shape);
    return law == null
        ? Arrays.stream(shapes.members(shape)).map(m -> lattices(shapes, m, tail)).max().orElse(1)
        : Sums.lattices(LawCurve.of(law, tail));
  }

  private static int atoms(Shapes shapes, int shape) {
    int own = shapes.law(shape) instanceof Steps steps ? steps.jumps().length : 0;
    boolean isParallel = shapes.kind(shape) == RegionKind.PARALLEL;
    return isParallel
        ? Arrays.stream(shapes.members(shape)).map(member -> atoms(shapes, member)).sum()
        : own;
  }

  /**
   * Returns the members that are activities with constant times, as bits; regions with constant
   * times are treated as random.
   */
  private static long constants(Shapes shapes, int[] members) {
    long constants = 0;
    for (int k = 0; k < Math.min(members.length, Long.SIZE); k++) {
      Law law = shapes.law(members[k]);
      constants |= law != null && Laws.isFixed(law) ? 1L << k : 0;
    }
    return constants;
  }

  /** Whether there is a method for every irregular region. */
  public boolean areComplete() {
    return complete;
  }

  /** Returns the methods by shape. Callers must not modify the map. */
  public Map<Integer, IrregularMethod> methods() {
    return methods;
  }

  /**
   * Returns the cost of all methods together.
   *
   * @param tail probability that may be cut off
   */
  public double work(int cells, double tail) {
    return methods.values().stream().mapToDouble(method -> method.work(cells, tail)).sum();
  }

  /**
   * Returns the ratio of the error to the difference from an answer with half as many cells.
   * Conditioning improves only with the square root of the number of cells, and successive answers
   * may agree by chance.
   *
   * @return 1 or more
   */
  public double safety() {
    return methods.values().stream().anyMatch(Conditioning.class::isInstance) ? SLOW : 1;
  }

  /** Returns the methods in words, each once. */
  @Override
  public String toString() {
    Collection<IrregularMethod> all = methods.values();
    return all.stream().map(Object::toString).distinct().collect(Collectors.joining(", "));
  }
}
