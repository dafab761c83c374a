package io.flowgauge.probabilistic.draw;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.reduction.Shapes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tables to draw the durations of nodes from, scaled and moved. Laws that differ by place and scale
 * only share a table. Immutable and thread-safe.
 */
public final class DurationTables {
  private static final int CONSTANT = -1;

  private final List<QuantileTable> tables = new ArrayList<>();

  /** The table of each node; nodes of one shape share it. */
  private final Drawn[] drawn;

  /**
   * Prepares tables.
   *
   * @param shapes shape of each node
   * @param curves curve of each shape that is not a single activity; may be empty if all are
   */
  public DurationTables(int[] shapes, Shapes all, Curve[] curves) {
    drawn = new Drawn[shapes.length];
    Drawn[] known = new Drawn[all.size()];
    Families families = new Families(new HashMap<>(), new HashMap<>());
    for (int v = 0; v < shapes.length; v++) {
      int shape = shapes[v];
      if (known[shape] == null) {
        Law law = all.law(shape);
        known[shape] = law == null ? ofCurve(curves[shape]) : ofLaw(law, families);
      }
      drawn[v] = known[shape];
    }
  }

  /** A table, the median, and what a unit of the table stands for. */
  private record Drawn(int table, double median, float unit) {}

  /**
   * What laws share.
   *
   * @param tables the table of each family
   */
  private record Families(Map<Object, Integer> tables, Map<Law, LawQuantiles.Centre> centres) {}

  private Drawn ofCurve(Curve curve) {
    if (curve.isConstant()) {
      return new Drawn(CONSTANT, curve.lower(), 0);
    }
    CurveQuantiles quantiles = CurveQuantiles.of(curve);
    double median = quantiles.at(0);
    tables.add(new QuantileTable(logit -> quantiles.at(logit) - median));
    return new Drawn(tables.size() - 1, median, 1);
  }

  private Drawn ofLaw(Law law, Families families) {
    LawQuantiles quantiles = LawQuantiles.of(law, families.centres);
    if (quantiles.isConstant()) {
      return new Drawn(CONSTANT, quantiles.median(), 0);
    }
    int family =
        families.tables.computeIfAbsent(
            quantiles.family(),
            key -> {
              tables.add(new QuantileTable(quantiles.standardised()));
              return tables.size() - 1;
            });
    return new Drawn(family, quantiles.median(), (float) quantiles.unit());
  }

  /** The median of a node's durations: seconds. */
  public double typical(int node) {
    return drawn[node].median;
  }

  /**
   * Whether a node always takes as long.
   *
   * @return whether its durations do not vary
   */
  public boolean isConstant(int node) {
    return drawn[node].table == CONSTANT;
  }

  /**
   * Draws durations of a node, less the typical one, by 32-bit numbers.
   *
   * @param bits probabilities in units of 2^-32, unsigned
   * @param out receives seconds
   */
  public void fill(int node, int[] bits, float[] out, int count) {
    Drawn from = drawn[node];
    if (from.table == CONSTANT) {
      Arrays.fill(out, 0, count, 0);
    } else {
      tables.get(from.table).fill(bits, out, count, from.unit);
    }
  }

  /**
   * Draws what remains of durations that are longer than a time.
   *
   * @param above probability that one is longer, not less than {@link QuantileTable#LEAST}
   */
  void fillRemaining(int node, int[] bits, float[] out, double elapsed, double above) {
    Drawn from = drawn[node];
    if (from.table == CONSTANT) {
      Arrays.fill(out, (float) (from.median - elapsed));
    } else {
      tables.get(from.table).fillAbove(bits, out, above, from.median - elapsed, from.unit);
    }
  }
}
