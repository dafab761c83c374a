package io.flowgauge.probabilistic.enclosure;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.law.Laws;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * Bounds a law by a distribution of finitely many values: all probability between two neighbouring
 * values is moved to the upper or the lower one. Values are denser where there is more probability.
 * Not thread-safe.
 */
public final class DiscreteLaw {
  /**
   * Width of intervals that hold much probability, as a fraction of the distance between quartiles.
   */
  private static final double FINENESS = 1e-3;

  /**
   * Smallest width to which intervals that hold an atom are halved, as a fraction of the same
   * distance.
   */
  private static final double NARROWEST = 1e-9;

  /** Greatest number of halvings of a tail's probability over which its mean is summed. */
  private static final int OCTAVES = 960;

  private final Law law;
  private final Side side;
  private final double threshold;
  private final double narrowest;
  private double[] value = new double[1024];
  private double[] beyond = new double[1024];
  private int size;

  private DiscreteLaw(Law law, Side side, double range) {
    this.law = law;
    this.side = side;
    double spread = law.upperQuantile(0.25) - law.quantile(0.25);
    double scale = spread > 0 ? spread : range;
    threshold = scale * FINENESS * FINENESS;
    narrowest = scale * NARROWEST;
  }

  /**
   * Returns a bound of a law with a finite mean.
   *
   * @param law law of times in seconds
   * @param side whether the bound is above or below
   * @param tail probability that may be cut off at either end
   */
  public static Discrete of(Law law, Side side, double tail) {
    if (Laws.isFixed(law)) {
      return Discrete.of(law.lower());
    }
    double lower = Double.isInfinite(law.lower()) ? law.quantile(tail) : law.lower();
    double upper = Double.isInfinite(law.upper()) ? law.upperQuantile(tail) : law.upper();
    DiscreteLaw made = new DiscreteLaw(law, side, upper - lower);
    double low = law.survival(lower);
    double high = law.survival(upper);
    if (side == Side.ABOVE) {
      made.put(lower, low);
    }
    made.fill(lower, low, upper, high);
    double excess =
        side == Side.ABOVE ? meanExcess(law, upper, tail) : -meanShortfall(law, lower, tail);
    return made.closed(upper, excess);
  }

  private void fill(double from, double survival, double to, double less) {
    double mid = from + (to - from) / 2;
    boolean isFine = (survival - less) * (to - from) <= threshold || to - from <= narrowest;
    if (isFine || !(mid > from && mid < to)) {
      put(side == Side.ABOVE ? to : from, less);
      return;
    }
    double between = law.survival(mid);
    fill(from, survival, mid, between);
    fill(mid, between, to, less);
  }

  private void put(double time, double survival) {
    if (size == value.length) {
      value = Arrays.copyOf(value, 2 * size);
      beyond = Arrays.copyOf(beyond, 2 * size);
    }
    value[size] = time;
    beyond[size++] = survival;
  }

  /** Finishes the bound; probability beyond the last interval is put at its upper end. */
  private Discrete closed(double upper, double excess) {
    if (side == Side.BELOW) {
      put(upper, 0);
    }
    beyond[size - 1] = 0;
    return new Discrete(Arrays.copyOf(value, size), Arrays.copyOf(beyond, size), excess);
  }

  /**
   * Bounds the mean excess over a time.
   *
   * @param law law of times in seconds
   * @param from the time in seconds
   * @param tail probability of a longer time
   * @return seconds, no less than {@code E(X - from)+}
   */
  public static double meanExcess(Law law, double from, double tail) {
    return from >= law.upper() ? 0 : boundTailIntegral(q -> law.upperQuantile(q) - from, tail);
  }

  /**
   * Bounds the mean shortfall below a time.
   *
   * @param law law of times in seconds
   * @param from the time in seconds
   * @param tail probability of a shorter time
   * @return seconds, no less than {@code E(from - X)+}
   */
  public static double meanShortfall(Law law, double from, double tail) {
    return from <= law.lower() ? 0 : boundTailIntegral(q -> from - law.quantile(q), tail);
  }

  /**
   * Bounds the integral of a falling function over the probabilities from 0 to {@code tail}, octave
   * by octave.
   */
  private static double boundTailIntegral(DoubleUnaryOperator distance, double tail) {
    double sum = 0;
    double q = tail;
    for (int k = 0; k < OCTAVES && q > Double.MIN_NORMAL; k++) {
      q /= 2;
      double part = q * Math.max(0, distance.applyAsDouble(q));
      sum += part;
      if (part < sum * Math.ulp(1.0)) {
        break;
      }
    }
    return sum;
  }
}
