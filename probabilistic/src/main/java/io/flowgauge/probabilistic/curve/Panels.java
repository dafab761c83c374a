package io.flowgauge.probabilistic.curve;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a range into panels, halving them where a curve is not smooth, such as over a gap between
 * its modes.
 */
final class Panels {
  /**
   * Fraction of a panel's integral by which the sum over its halves may differ before the panel is
   * split.
   */
  private static final double ERROR = 1e-7;

  /** Round-off of survival functions. */
  private static final double ROUND_OFF = 1e-15;

  /**
   * Fraction of its fall over a panel that a smooth curve shows between the first and the last
   * node.
   */
  private static final double SEEN = 0.94;

  private static final int MOST_HALVINGS = 40;
  private static final int MOST = 1024;

  private final Curve curve;
  private final boolean coarse;
  private final List<GaussPanel> panels = new ArrayList<>();
  private int smooth;

  private Panels(Curve curve, boolean coarse) {
    this.curve = curve;
    this.coarse = coarse;
  }

  /**
   * Returns panels on which a curve is smooth.
   *
   * @param edges the ends of the range and times at which panels must be split
   * @param coarse whether to return smooth panels whole instead of in halves
   */
  static List<GaussPanel> of(Curve curve, double[] edges, boolean coarse) {
    Panels panels = new Panels(curve, coarse);
    for (int k = 1; k < edges.length; k++) {
      panels.add(new GaussPanel(curve, edges[k - 1], edges[k]), MOST_HALVINGS);
    }
    return panels.panels;
  }

  private void add(GaussPanel whole, int halvings) {
    double mid = whole.from() + (whole.to() - whole.from()) / 2;
    GaussPanel first = new GaussPanel(curve, whole.from(), mid);
    GaussPanel second = new GaussPanel(curve, mid, whole.to());
    if (!isSmooth(whole, first, second) && halvings > 0 && smooth < MOST) {
      add(first, halvings - 1);
      add(second, halvings - 1);
      return;
    }
    smooth++;
    panels.addAll(coarse ? List.of(whole) : List.of(first, second));
  }

  private boolean isSmooth(GaussPanel whole, GaussPanel first, GaussPanel second) {
    double integral = whole.integral();
    double change = Math.abs(first.integral() + second.integral() - integral);
    double allowed = ERROR * integral + ROUND_OFF * (whole.to() - whole.from());
    return change <= allowed && unseen(whole) <= allowed;
  }

  /**
   * Returns a bound of the integral missed between the ends and the nodes next to them, if the
   * curve falls steeply there.
   */
  private double unseen(GaussPanel panel) {
    int last = GaussPanel.NODES - 1;
    double fall = curve.survival(panel.from()) - curve.survival(panel.to());
    double seen = panel.survival(0) - panel.survival(last);
    return seen < SEEN * fall ? (panel.to() - panel.time(last)) * (fall - seen) : 0;
  }
}
