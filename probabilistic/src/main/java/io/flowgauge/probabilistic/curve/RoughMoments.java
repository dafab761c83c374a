package io.flowgauge.probabilistic.curve;

/**
 * Moments on few panels that double in width, from the lower end of a curve on: for laying out a
 * lattice only, not for answers.
 *
 * @param mean seconds
 * @param square mean square of what is above the lower end
 * @param variance seconds squared
 */
record RoughMoments(double mean, double square, double variance) {
  private static final int PANELS = 20;

  static RoughMoments of(Curve curve) {
    double range = curve.upper() - curve.lower();
    double[] sums = new double[2];
    double from = 0;
    for (int k = PANELS; k >= 0; k--) {
      double to = range * Math.scalb(1.0, -k);
      add(curve, from, to, sums);
      from = to;
    }
    double mean = curve.lower() + sums[0];
    return new RoughMoments(mean, sums[1], Math.max(0, sums[1] - sums[0] * sums[0]));
  }

  private static void add(Curve curve, double from, double to, double[] sums) {
    double half = (to - from) / 2;
    for (int k = 0; k < Integrals.NODE.length; k++) {
      for (int side = -1; side <= 1; side += 2) {
        double above = from + half * (1 + side * Integrals.NODE[k]);
        double part = half * Integrals.WEIGHT[k] * curve.survival(curve.lower() + above);
        sums[0] += part;
        sums[1] += 2 * above * part;
      }
    }
  }
}
