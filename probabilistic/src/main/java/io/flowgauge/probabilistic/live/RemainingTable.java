package io.flowgauge.probabilistic.live;

import static io.flowgauge.probabilistic.live.TimeGrid.NODES;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.law.Laws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A table of logarithms of {@code P(a segment ends within x)}: by service, by how many steps the
 * segment has been in it, and by x on a grid. Rows are made when first needed. If nothing random
 * follows the service they are computed in full, else interpolated between a few elapsed times that
 * are computed in full. Not thread-safe.
 */
final class RemainingTable {
  /**
   * Probabilities of the elapsed times that are computed in full: lower ones, and logarithmic steps
   * of upper ones.
   */
  private static final double[] LOWER = {1e-3, 0.01, 0.03, 0.07, 0.13, 0.2, 0.28, 0.36, 0.45};

  private static final double UPPER_STEP = 0.6;
  private static final int UPPER_STEPS = 35;

  /** Steps of elapsed time per standard deviation of the service with the smallest one. */
  private static final double STEPS = 32;

  /** Probability that the run exceeds half the grid of times. */
  private static final double BEYOND = 1e-13;

  private static final double HEAVY = 2;
  private static final double UNIT_SHARE = 0.25;

  /** Least logarithm of a probability; smaller ones are replaced by it. */
  private static final double LEAST = -60;

  private final List<Law> services;
  private final ServiceSequence stages;
  private final TimeGrid grid;
  private final double step;
  private final List<Knots> knots = new ArrayList<>();
  private final List<Map<Long, double[]>> rows = new ArrayList<>();

  RemainingTable(List<Law> services, ServiceSequence stages, int segments) {
    this.services = services;
    this.stages = stages;
    Law whole = stages.withFollowing(0, services.get(0));
    double sd = services.stream().mapToDouble(Law::sd).filter(s -> s > 0).min().orElse(1);
    step = sd / STEPS;
    grid = new TimeGrid(sd * UNIT_SHARE, HEAVY * whole.upperQuantile(BEYOND / segments));
    for (int k = 0; k < services.size(); k++) {
      knots.add(null);
      rows.add(new HashMap<>());
    }
  }

  TimeGrid grid() {
    return grid;
  }

  /** Seconds between two rows. */
  double step() {
    return step;
  }

  /**
   * Returns logarithms of the distribution function of the remaining time.
   *
   * @param elapsed steps since the segment entered the service; negative if it is yet to do so
   * @return a value for each node of the grid; callers must not modify the array
   */
  double[] row(int stage, long elapsed) {
    return rows.get(stage).computeIfAbsent(elapsed, steps -> computeRow(stage, steps * step));
  }

  private double[] computeRow(int stage, double elapsed) {
    Law service = services.get(stage);
    if (service.survival(elapsed) == 1) {
      return row(stages.withFollowing(stage, service), elapsed);
    }
    Law residual = TrackedChain.residual(service, elapsed);
    boolean direct = !stages.isFollowed(stage) || Laws.isFixed(residual);
    return direct ? row(stages.withFollowing(stage, residual), 0) : interpolated(stage, elapsed);
  }

  private double[] row(Law law, double later) {
    double[] row = new double[NODES];
    for (int k = 0; k < NODES; k++) {
      row[k] = Math.max(LEAST, law.logCdf(grid.time(k) + later));
    }
    return row;
  }

  private double[] interpolated(int stage, double elapsed) {
    if (knots.get(stage) == null) {
      knots.set(stage, new Knots(stage));
    }
    return knots.get(stage).row(elapsed);
  }

  /** The rows of one service that are computed in full. */
  private final class Knots {
    private final int stage;
    private final double[] times;

    /** Null if there are corners, because sums on grids are faster then. */
    private final Following following;

    /** Logarithms of survival functions, by elapsed time and node; rows are null until needed. */
    private final double[][] logs;

    Knots(int stage) {
      this.stage = stage;
      Law law = services.get(stage);
      following = stages.isCornered(stage, law) ? null : stages.following(stage, law);
      List<Double> all = new ArrayList<>(List.of(law.lower()));
      for (double p : LOWER) {
        all.add(law.quantile(p));
      }
      for (int k = 2; k <= UPPER_STEPS; k++) {
        all.add(law.upperQuantile(Math.exp(-UPPER_STEP * k)));
      }
      times = all.stream().mapToDouble(t -> t).sorted().distinct().toArray();
      logs = new double[times.length][];
    }

    double[] row(double elapsed) {
      if (elapsed > times[times.length - 1]) {
        Law within = TrackedChain.residual(services.get(stage), elapsed);
        return RemainingTable.this.row(stages.withFollowing(stage, within), 0);
      }
      int at = Arrays.binarySearch(times, elapsed);
      int panel = at >= 0 ? at : -at - 2;
      int first = Math.max(0, Math.min(panel - 1, times.length - 4));
      double[] weights = Cubic.weights(times, first, elapsed);
      double[] row = new double[NODES];
      for (int k = 0; k < NODES; k++) {
        double log = 0;
        for (int j = 0; j < weights.length; j++) {
          log += weights[j] * logs(first + j)[k];
        }
        row[k] = Math.max(LEAST, Math.log(-Math.expm1(Math.min(0, log))));
      }
      return row;
    }

    private double[] logs(int knot) {
      if (logs[knot] == null) {
        logs[knot] = following == null ? onGrid(times[knot]) : quadrature(times[knot]);
      }
      return logs[knot];
    }

    private double[] quadrature(double elapsed) {
      double[] made = new double[NODES];
      Arrays.setAll(made, k -> following.logSurvival(elapsed, grid.time(k)));
      return made;
    }

    private double[] onGrid(double elapsed) {
      Law within = TrackedChain.residual(services.get(stage), elapsed);
      Law sum = stages.withFollowing(stage, within);
      double[] made = new double[NODES];
      Arrays.setAll(made, k -> Math.log(Math.max(Double.MIN_NORMAL, sum.survival(grid.time(k)))));
      return made;
    }
  }
}
