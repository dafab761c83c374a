package io.flowgauge.probabilistic.irregular;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.curve.GradedCurve;
import io.flowgauge.probabilistic.curve.Sums;
import io.flowgauge.probabilistic.reduction.IrregularMethod;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Computes a small irregular region as a mixture: given the times of one or two members, the rest
 * is series-parallel. Of the members that allow this, those that need the least work are chosen.
 * Immutable and thread-safe.
 */
final class Conditioning implements IrregularMethod {
  /** Greatest number of members of a region; the number of pairs to try is its square. */
  static final int MOST_MEMBERS = 24;

  /** Assumed number of points per member when pairs are compared. */
  private static final double TYPICAL_POINTS = 100;

  /** Work factor for mixtures of distributions with jumps, which converge slowly. */
  private static final double FOR_JUMPS = 1e6;

  /**
   * Distance between points in the logit at {@link #FIRST_CELLS} cells; half of it at four times as
   * many.
   */
  private static final double FIRST_STEP = 0.5;

  private static final double FIRST_CELLS = 512;

  /**
   * Factor by which lattices of conditional distributions are coarser than their mixture, per
   * variable.
   */
  private static final int FEWER_CELLS = 2;

  /** Assumed work per cell of a convolution, relative to adding up a cell. */
  private static final int PER_CELL = 8;

  /** Number of cells of a forecast per cell in an octave of a table. */
  static final int CELLS_PER_PART = 16;

  /** Fraction of the tail below which a combination of points is left out. */
  private static final double NEGLIGIBLE = 1e-2;

  private final int[] variables;
  private final Expression expression;
  private final long constant;
  private final int[] atoms;
  private final int lattices;

  private Conditioning(
      int[] variables, Expression expression, long constant, int[] atoms, int lattices) {
    this.variables = variables;
    this.expression = expression;
    this.constant = constant;
    this.atoms = atoms;
    this.lattices = lattices;
  }

  /**
   * Chooses the members that need the least work.
   *
   * @param dag at most {@link #MOST_MEMBERS} members
   * @param constant members with constant times, as bits
   * @param atoms number of atoms of each member's distribution
   * @param lattices number of lattices that a sum of members takes
   * @return null if no one or two members make the rest series-parallel
   */
  static Conditioning of(Dag dag, long constant, int[] atoms, int lattices) {
    int size = dag.nodeCount();
    Conditioning single =
        best(IntStream.range(0, size).mapToObj(v -> tried(dag, constant, atoms, lattices, v)));
    if (single != null && !single.jumps()) {
      return single;
    }
    // Both orders are tried, because parts that depend only on the first variable are computed less
    // often.
    Conditioning pair =
        best(
            IntStream.range(0, size * size)
                .filter(k -> k / size != k % size)
                .mapToObj(k -> tried(dag, constant, atoms, lattices, k / size, k % size)));
    return best(Stream.of(single, pair));
  }

  private static Conditioning best(Stream<Conditioning> all) {
    return all.filter(Objects::nonNull)
        .min(Comparator.comparingDouble(Conditioning::typicalWork))
        .orElse(null);
  }

  /** Tries some variables; returns null if the rest is irregular. */
  private static Conditioning tried(
      Dag dag, long constant, int[] atoms, int lattices, int... variables) {
    Expression expression = SplitReduction.of(dag, fixed(constant, variables));
    return expression == null
        ? null
        : new Conditioning(variables, expression, constant, atoms, lattices);
  }

  private static long fixed(long constant, int[] variables) {
    long fixed = constant;
    for (int v : variables) {
      fixed |= 1L << v;
    }
    return fixed;
  }

  private double typicalWork() {
    double[] points = new double[variables.length];
    Arrays.fill(points, TYPICAL_POINTS);
    return (1 + convolutions(points)) * (jumps() ? FOR_JUMPS : 1);
  }

  private boolean jumps() {
    return expression.hasAtoms(fixed(constant, variables));
  }

  private double convolutions(double[] points) {
    double combinations = 1;
    double sum = 0;
    long fixed = fixed(constant, variables);
    long deeper = fixed & ~constant;
    for (int k = 0; k < variables.length; k++) {
      combinations *= points[k];
      deeper &= ~(1L << variables[k]);
      sum += combinations * expression.countConvolutions(1L << variables[k], deeper, fixed);
    }
    return sum;
  }

  @Override
  public double work(int cells, double tail) {
    double[] points = new double[variables.length];
    for (int k = 0; k < points.length; k++) {
      points[k] = atoms[variables[k]] + QuadraturePoints.count(step(cells), tail);
    }
    double combinations = Arrays.stream(points).reduce(1, (a, b) -> a * b);
    double perCell = PER_CELL * lattices * convolutions(points) / fewerCells() + combinations;
    return perCell * cells / variables.length;
  }

  private int fewerCells() {
    return FEWER_CELLS * variables.length;
  }

  private double step(int cells) {
    return FIRST_STEP * variables.length * Math.sqrt(FIRST_CELLS / cells);
  }

  @Override
  public Curve curve(Curve[] members, Sums sums) {
    int parts = sums.cells() / CELLS_PER_PART;
    Curve[] tables =
        Arrays.stream(members).map(m -> GradedCurve.of(m, parts)).toArray(Curve[]::new);
    QuadraturePoints[] points = new QuadraturePoints[variables.length];
    for (int k = 0; k < points.length; k++) {
      points[k] = QuadraturePoints.of(members[variables[k]], step(sums.cells()), sums.tail());
    }
    Sums coarse = new Sums(sums.cells() / fewerCells(), sums.tail());
    Mixture mixture = new Mixture(new Conditional(expression, tables, variables, coarse), points);
    return mixture.curve(parts, sums.tail() * NEGLIGIBLE);
  }

  @Override
  public String toString() {
    return "conditioning on "
        + variables.length
        + (variables.length == 1 ? " activity" : " activities");
  }
}
