package io.flowgauge.probabilistic.draw;

import io.flowgauge.prediction.Law;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleUnaryOperator;

/**
 * Tables shared by gamma laws of all shapes. By Wilson and Hilferty, the cube root of a gamma
 * variable is nearly normal: with the coefficient of variation {@code x = 1 / sqrt(shape)},
 * quantiles are {@code mean * (1 + x v)^3}, where v depends little on x. Tables of v exist for
 * evenly spaced x, made when first needed, with linear interpolation between them. Stateless except
 * for these tables, and thread-safe.
 */
final class GammaTables {
  private static final int PER_UNIT = 32;

  /**
   * Coefficient of variation above which there are no tables, because the lower half of all times
   * is close to 0.
   */
  private static final double MOST_VARIATION = 2;

  private static final Map<Integer, QuantileTable> TABLES = new ConcurrentHashMap<>();

  private GammaTables() {}

  /** Whether a law of this shape can be drawn from the tables. */
  static boolean has(OptionalDouble shape) {
    return shape.isPresent() && variation(shape) < MOST_VARIATION;
  }

  private static double variation(OptionalDouble shape) {
    return 1 / Math.sqrt(shape.getAsDouble());
  }

  /** Returns the quantiles of a gamma law less its median, in units of its spread. */
  static QuantileSource of(LawQuantiles law) {
    double variation = variation(law.gammaShape());
    int step = (int) (variation * PER_UNIT);
    double share = variation * PER_UNIT - step;
    double mean = law.unshiftedMean();
    return new Quantiles(
        TABLES.computeIfAbsent(step, GammaTables::table),
        TABLES.computeIfAbsent(step + 1, GammaTables::table),
        (float) (variation * (1 - share)),
        (float) (variation * share),
        (float) (mean / law.unit()),
        (float) ((mean - law.unshiftedMedian()) / law.unit()));
  }

  private static QuantileTable table(int step) {
    return new QuantileTable(step == 0 ? ofNone() : of((double) step / PER_UNIT));
  }

  private static DoubleUnaryOperator of(double variation) {
    double shape = 1 / (variation * variation);
    return LawQuantiles.of(Law.gamma(shape, 1 / shape))
        .smooth(quantile -> (Math.cbrt(quantile) - 1) / variation);
  }

  /** Returns the limit for variation 0, a normal law. */
  private static DoubleUnaryOperator ofNone() {
    return LawQuantiles.of(Law.normal(0, 1.0 / 3)).smooth(v -> v);
  }

  /**
   * The quantiles of one law.
   *
   * @param below table of the next smaller variation
   * @param above table of the next greater one
   * @param shareBelow factor of values from {@code below} in {@code x v}: the variation times their
   *     interpolation weight
   * @param shareAbove factor of values from {@code above}
   * @param mean in units of the spread
   * @param lift mean less median, in units of the spread
   */
  private record Quantiles(
      QuantileTable below,
      QuantileTable above,
      float shareBelow,
      float shareAbove,
      float mean,
      float lift)
      implements QuantileSource {

    @Override
    public void fill(int[] bits, float[] out, int count, float scale) {
      float[] other = new float[count];
      below.fill(bits, out, count, shareBelow);
      above.fill(bits, other, count, shareAbove);
      for (int k = 0; k < count; k++) {
        out[k] = scale * atRoot(out[k] + other[k]);
      }
    }

    @Override
    public void fillAbove(int[] bits, float[] out, double part, double offset, double scale) {
      float[] other = new float[out.length];
      below.fillAbove(bits, out, part, 0, shareBelow);
      above.fillAbove(bits, other, part, 0, shareAbove);
      for (int k = 0; k < out.length; k++) {
        out[k] = (float) (offset + scale * atRoot(out[k] + other[k]));
      }
    }

    /**
     * Returns the quantile less the median, expanded because a difference of cubes would lose
     * digits where x is small.
     */
    private float atRoot(float excess) {
      return mean * (excess * (3 + excess * (3 + excess))) + lift;
    }
  }
}
