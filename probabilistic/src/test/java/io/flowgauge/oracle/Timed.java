package io.flowgauge.oracle;

import io.flowgauge.prediction.Law;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * A law and an independent way to draw from it that never asks the law for quantiles.
 *
 * @param law the law under test
 * @param draw draws one time from a source of random numbers
 */
record Timed(Law law, ToDoubleFunction<SplittableRandom> draw) {

  double next(SplittableRandom random) {
    return draw.applyAsDouble(random);
  }

  static Timed constant(double seconds) {
    return new Timed(Law.constant(seconds), random -> seconds);
  }

  static Timed exponential(double mean) {
    return new Timed(Law.exponential(mean), random -> mean * exponential(random));
  }

  static Timed uniform(double lo, double hi) {
    return new Timed(Law.uniform(lo, hi), random -> lo + (hi - lo) * random.nextDouble());
  }

  static Timed weibull(double shape, double scale) {
    return new Timed(
        Law.weibull(shape, scale), random -> scale * Math.pow(exponential(random), 1 / shape));
  }

  static Timed lognormal(double mean, double sd) {
    double variance = Math.log1p(sd * sd / (mean * mean));
    double middle = Math.log(mean) - variance / 2;
    return new Timed(
        Law.lognormal(mean, sd),
        random -> Math.exp(middle + Math.sqrt(variance) * random.nextGaussian()));
  }

  /** Returns a gamma law of integer shape, drawn as a sum of that many exponential times. */
  static Timed erlang(int shape, double scale) {
    return new Timed(
        Law.gamma(shape, scale),
        random -> {
          double sum = 0;
          for (int k = 0; k < shape; k++) {
            sum += exponential(random);
          }
          return scale * sum;
        });
  }

  static Timed empirical(double... values) {
    return new Timed(Law.empirical(values), random -> values[random.nextInt(values.length)]);
  }

  static Timed clippedNormal(double mean, double sd) {
    return new Timed(
        Law.normal(mean, sd).clippedAtZero(),
        random -> Math.max(0, mean + sd * random.nextGaussian()));
  }

  Timed shifted(double shift) {
    return new Timed(Law.shifted(shift, law), random -> shift + next(random));
  }

  private static double exponential(SplittableRandom random) {
    return -Math.log1p(-random.nextDouble());
  }
}
