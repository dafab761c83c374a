package io.flowgauge.probabilistic.order;

/**
 * The times of a distribution at the nodes of a table, in ascending order. Each is found by
 * Newton's iteration from a guess extrapolated from the previous ones. Immutable once made.
 */
final class NodeTimes {
  /** Times of the nodes, in seconds. */
  final double[] times;

  /** Derivatives of the times, in seconds per node. */
  final double[] slopes;

  private final Tail tail;
  private final ScoreNodes nodes;
  private int panel;

  /** How many nodes directly before the next one were found by iteration. */
  private int known;

  /** The logarithm of the time since the lower end at the last node, and its derivative. */
  private double x;

  private double slope;

  /** The same at the node before the last. */
  private double xBefore;

  private double slopeBefore;

  /** Derivative of the level with respect to the logarithm of the time, at the last node. */
  private double fall;

  NodeTimes(Tail tail, ScoreNodes nodes) {
    this.tail = tail;
    this.nodes = nodes;
    times = new double[nodes.levels.length];
    slopes = new double[times.length];
    for (int node = 0; node < times.length; node++) {
      if (tail.reaches(nodes.levels[node])) {
        put(node);
      } else {
        times[node] = tail.atLogSurvival(nodes.levels[node]);
        known = 0;
      }
    }
  }

  private void put(int node) {
    double level = nodes.levels[node];
    panel = tail.panelFrom(panel, level);
    double found = find(level, known == 0 ? tail.findInside(panel, level) : guess());
    xBefore = x;
    slopeBefore = slope;
    x = found;
    slope = nodes.slopes[node] / fall;
    double time = Math.exp(x);
    times[node] = tail.lower() + time;
    slopes[node] = time * slope;
    known++;
  }

  /** Extrapolates the cubic through the last two nodes, or the line through the last one. */
  private double guess() {
    return known > 1 ? 5 * xBefore - 4 * x + 2 * slopeBefore + 4 * slope : x + slope;
  }

  /**
   * Finds the place of a level. One Newton step suffices if the derivative hardly changes over it.
   */
  private double find(double level, double guess) {
    double from = tail.clamped(panel, guess);
    double fallBefore = fall;
    fall = tail.slopeInPanel(panel, from);
    double move = (tail.logInPanel(panel, from) - level) / fall;
    double turn = Math.abs((fall - fallBefore) * move);
    if (known > 0 && turn <= tail.tolerance() * Math.abs(fall)) {
      return from - move;
    }
    double found = tail.findNear(panel, level, tail.clamped(panel, from - move));
    fall = tail.slopeInPanel(panel, found);
    return found;
  }
}
