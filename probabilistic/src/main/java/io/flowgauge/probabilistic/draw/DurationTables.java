package io.flowgauge.probabilistic.draw;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.law.Laws;
import io.flowgauge.probabilistic.law.Power;
import io.flowgauge.probabilistic.reduction.Shapes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * Tables from which the durations of nodes are drawn, given that jobs finish. Laws that differ only
 * in location and scale share a table. Once there are many tables, so do powers of one law and
 * gamma laws, and laws with finitely many values get no table. Immutable and thread-safe.
 */
public final class DurationTables {
  private static final int CONSTANT = -1;

  /**
   * Number of families that get a table of their own, which is the fastest to draw from; most
   * workflows have enough activities per family to make a table worthwhile. Beyond this number,
   * powers of one law share a table, gamma laws share a few, and values of samples are found by
   * search.
   */
  private static final int OWN_TABLES = 64;

  /** Greatest exponent for which powers stay well within the range of floats. */
  private static final double MOST_EXPONENT = 2;

  private final List<QuantileSource> tables = new ArrayList<>();

  /** The source of each node's durations; nodes of one shape share it. */
  private final Drawn[] drawn;

  /**
   * Prepares tables.
   *
   * @param shapes index of each node's shape in {@code all}
   * @param all the shapes
   * @param curves curve of each shape that is not a single activity; may be empty if all shapes are
   */
  public DurationTables(int[] shapes, Shapes all, Curve[] curves) {
    drawn = new Drawn[shapes.length];
    Drawn[] known = new Drawn[all.size()];
    Families families = new Families(new HashMap<>(), new HashMap<>(), new HashMap<>());
    for (int v = 0; v < shapes.length; v++) {
      int shape = shapes[v];
      if (known[shape] == null) {
        Law law = all.law(shape);
        known[shape] = law == null ? ofCurve(curves[shape]) : ofLaw(law, families);
      }
      drawn[v] = known[shape];
    }
  }

  /**
   * A table, and how to convert its values to durations.
   *
   * @param median median of the durations in seconds
   * @param unit factor of the table's values: seconds, or the exponent of a power
   * @param power median of the power in seconds; 0 if the table does not hold logarithms
   * @param least least duration less the median; negative infinity if durations are not cut off
   */
  private record Drawn(int table, double median, float unit, double power, float least) {
    Drawn(int table, double median, float unit, double power) {
      this(table, median, unit, power, Float.NEGATIVE_INFINITY);
    }

    Drawn from(double lower) {
      return new Drawn(table, median, unit, power, (float) (lower - median));
    }
  }

  /**
   * What laws share while tables are prepared.
   *
   * @param tables index of each family's table
   * @param logarithms index of the table of each law of which others are powers
   * @param centres median and quartiles of each law seen
   */
  private record Families(
      Map<Object, Integer> tables,
      Map<Law, Integer> logarithms,
      Map<Law, LawQuantiles.Centre> centres) {}

  private Drawn ofCurve(Curve curve) {
    if (curve.isConstant()) {
      return new Drawn(CONSTANT, curve.lower(), 0, 0);
    }
    CurveQuantiles quantiles = CurveQuantiles.of(curve);
    double median = quantiles.at(0);
    return new Drawn(add(logit -> quantiles.at(logit) - median), median, 1, 0);
  }

  /**
   * Returns the source of a law. A law that is cut off below its median, as normal laws are at 0,
   * is drawn from the uncut law and cut off afterwards.
   */
  private Drawn ofLaw(Law law, Families families) {
    Law finishing = Laws.finishing(law);
    Law whole = Laws.unclipped(finishing);
    Drawn from = ofWhole(whole, families);
    if (whole.equals(finishing)) {
      return from;
    }
    double lower = finishing.lower();
    return from.median > lower ? from.from(lower) : ofWhole(finishing, families);
  }

  private Drawn ofWhole(Law law, Families families) {
    LawQuantiles quantiles = LawQuantiles.of(law, families.centres);
    if (quantiles.isConstant()) {
      return new Drawn(CONSTANT, quantiles.median(), 0, 0);
    }
    Object family = quantiles.family();
    Optional<Power> power = quantiles.power();
    boolean isPower = power.isPresent() && power.get().exponent() <= MOST_EXPONENT;
    boolean hasOwn = families.tables.size() < OWN_TABLES || families.tables.containsKey(family);
    if (isPower && quantiles.unshiftedMedian() > 0 && !hasOwn) {
      return ofPower(power.get(), quantiles, families);
    }
    int table =
        families.tables.computeIfAbsent(
            family, key -> add(hasOwn ? quantiles.table() : sourceOfMany(quantiles)));
    return new Drawn(table, quantiles.median(), (float) quantiles.unit(), 0);
  }

  private static QuantileSource sourceOfMany(LawQuantiles quantiles) {
    if (quantiles.isStepwise()) {
      return quantiles.steps();
    }
    return GammaTables.has(quantiles.gammaShape()) ? GammaTables.of(quantiles) : quantiles.table();
  }

  private Drawn ofPower(Power power, LawQuantiles quantiles, Families families) {
    int table =
        families.logarithms.computeIfAbsent(
            power.base(), base -> add(LawQuantiles.of(base).logarithms()));
    float exponent = (float) power.exponent();
    return new Drawn(table, quantiles.median(), exponent, quantiles.unshiftedMedian());
  }

  private int add(DoubleUnaryOperator atLogit) {
    return add(new QuantileTable(atLogit));
  }

  private int add(QuantileSource source) {
    tables.add(source);
    return tables.size() - 1;
  }

  /** Returns the median of a node's durations, in seconds. */
  public double typical(int node) {
    return drawn[node].median;
  }

  /**
   * Whether all durations of a node are equal.
   *
   * @return whether they do not vary
   */
  public boolean isConstant(int node) {
    return drawn[node].table == CONSTANT;
  }

  /**
   * Draws durations of a node, less their median, from 32-bit random numbers.
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
      if (from.power != 0) {
        Exponentials.replace(out, count, from.power, -from.power);
      }
      if (from.least > Float.NEGATIVE_INFINITY) {
        for (int k = 0; k < count; k++) {
          out[k] = Math.max(out[k], from.least);
        }
      }
    }
  }

  /**
   * Draws the rest of durations that exceed the elapsed time.
   *
   * @param above probability that a duration exceeds it, not less than {@link QuantileTable#LEAST}
   */
  void fillRemaining(int node, int[] bits, float[] out, double elapsed, double above) {
    Drawn from = drawn[node];
    if (from.table == CONSTANT) {
      Arrays.fill(out, (float) (from.median - elapsed));
    } else if (from.power == 0) {
      tables.get(from.table).fillAbove(bits, out, above, from.median - elapsed, from.unit);
    } else {
      tables.get(from.table).fillAbove(bits, out, above, 0, from.unit);
      double fixed = from.median - from.power;
      Exponentials.replace(out, out.length, from.power, fixed - elapsed);
    }
  }
}
