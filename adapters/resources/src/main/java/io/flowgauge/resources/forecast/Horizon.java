package io.flowgauge.resources.forecast;

import java.util.ArrayDeque;
import java.util.Deque;

/** Judges forecasters by how well they forecast the mean of the next values. Not thread-safe. */
final class Horizon {
  /** The factor by which the weight of an error decreases with each step. */
  static final double DISCOUNT = 0.99;

  /**
   * The most errors that the interval is computed from. Errors of long horizons are correlated, so
   * many are needed.
   */
  private static final int ERRORS = 1600;

  /** How many errors there must be for an interval. */
  static final int ENOUGH = 20;

  /** The share of errors that the interval leaves out on each side. */
  static final double TAIL = 0.05;

  private final int steps;
  private final double[] penalties;
  private final Deque<Pending> pending = new ArrayDeque<>();
  private final ErrorWindow errors = new ErrorWindow(ERRORS);

  private double[] expected = new double[0];
  private int best;

  /** A forecast whose values are not all known yet. */
  private static final class Pending {
    private final double[] expected;
    private final double chosen;
    private double sum;
    private int count;

    Pending(double[] expected, double chosen) {
      this.expected = expected;
      this.chosen = chosen;
    }
  }

  Horizon(int steps, int forecasters) {
    this.steps = steps;
    this.penalties = new double[forecasters];
  }

  int steps() {
    return steps;
  }

  /**
   * Adds the next value.
   *
   * @param expectations the value that each forecaster expects after it
   */
  void add(double value, double[] expectations) {
    for (Pending one : pending) {
      one.sum += value;
      one.count++;
    }
    if (!pending.isEmpty() && pending.peekFirst().count == steps) {
      judge(pending.removeFirst());
    }
    expected = expectations;
    pending.addLast(new Pending(expectations, expectations[best]));
  }

  private void judge(Pending past) {
    double actual = past.sum / steps;
    for (int k = 0; k < penalties.length; k++) {
      penalties[k] = penalties[k] * DISCOUNT + Math.abs(past.expected[k] - actual);
      best = penalties[k] < penalties[best] ? k : best;
    }
    errors.add(actual - past.chosen);
  }

  /** Returns the forecast of the best forecaster. */
  LoadForecast forecast(Battery battery) {
    double mean = expected[best];
    double low = battery.smallest();
    double high = battery.largest();
    if (errors.count() >= ENOUGH) {
      low = Math.max(low, mean + errors.quantile(TAIL));
      high = Math.min(high, mean + errors.quantile(1 - TAIL));
    }
    return new LoadForecast(
        steps, mean, Math.min(low, mean), Math.max(high, mean), battery.name(best));
  }

  @Override
  public String toString() {
    return "Horizon[" + steps + "]";
  }
}
