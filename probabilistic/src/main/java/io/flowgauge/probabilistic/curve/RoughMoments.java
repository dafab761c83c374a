package io.flowgauge.probabilistic.curve;

/**
 * Approximate moments of a curve, integrated on few panels that double in width from its lower end
 * on. They serve to lay out lattices, not as answers.
 *
 * @param mean in seconds
 * @param square mean square of the time less the lower end, in seconds squared
 * @param variance in seconds squared
 */
record RoughMoments(double mean, double square, double variance) {
  private static final int PANELS = 20;

  static RoughMoments of(Curve curve) {
    double start = curve.lower();
    double range = curve.upper() - start;
    double mean = start;
    double square = 0;
    double from = 0;
    for (int k = PANELS; k >= 0; k--) {
      double to = range * Math.scalb(1.0, -k);
      GaussPanel panel = new GaussPanel(curve, start + from, start + to);
      mean += panel.integral();
      for (int node = 0; node < GaussPanel.NODES; node++) {
        square += 2 * (panel.time(node) - start) * panel.width(node) * panel.survival(node);
      }
      from = to;
    }
    double above = mean - start;
    return new RoughMoments(mean, square, Math.max(0, square - above * above));
  }
}
