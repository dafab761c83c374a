package io.flowgauge.probabilistic.live;

import static io.flowgauge.probabilistic.live.TimeGrid.NODES;

import io.flowgauge.prediction.Law;
import java.util.HashMap;
import java.util.Map;

/**
 * Sums over all segments of the logarithm of the probability to end within x, for two times a step
 * apart, between which all times asked for are interpolated. An event changes both sums by some
 * rows of a table. Not thread-safe.
 */
final class Snapshots {
  private final RemainingTable table;
  private final Map<Cell, Cell> cells = new HashMap<>();
  private Snapshot earlier;
  private Snapshot later;

  Snapshots(RemainingTable table) {
    this.table = table;
  }

  /** Segments in one service that entered it within one step. */
  private static final class Cell {
    final int stage;
    final long step;
    long count;

    /** Sum of the shares of the step before they entered. */
    double share;

    Cell(int stage, long step) {
      this.stage = stage;
      this.step = step;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Cell cell && stage == cell.stage && step == cell.step;
    }

    @Override
    public int hashCode() {
      return 31 * Long.hashCode(step) + stage;
    }
  }

  /** Adds segments, or removes them if the count is negative. */
  void add(int stage, double start, int count) {
    double steps = start / table.step();
    long step = (long) Math.floor(steps);
    double share = steps - step;
    Cell cell = cells.computeIfAbsent(new Cell(stage, step), key -> key);
    cell.count += count;
    cell.share += count * share;
    if (cell.count == 0) {
      cells.remove(cell);
    }
    if (later != null && step > later.step) {
      later = null; // nobody has asked for long: to sum up again is cheaper than rows for this
    }
    if (later != null) {
      earlier.add(stage, step, count, count * share);
      later.add(stage, step, count, count * share);
    }
  }

  /** The law of the remaining time, which later events do not change. */
  Law at(double now) {
    move(now);
    return law(now, earlier.sums.clone(), later.sums.clone());
  }

  /** Probability that all end within a time from now. */
  double probabilityWithin(double remaining, double now) {
    move(now);
    return law(now, earlier.sums, later.sums).cdf(remaining);
  }

  private GridLaw law(double now, double[] before, double[] after) {
    double share = now / table.step() - earlier.step;
    return new GridLaw(table.grid(), before, after, share, table.step());
  }

  private void move(double now) {
    long step = (long) Math.floor(now / table.step());
    if (later == null || step != earlier.step) {
      boolean isNext = later != null && step == later.step;
      earlier = isNext ? later : summed(step);
      later = summed(step + 1);
    }
  }

  private Snapshot summed(long step) {
    Snapshot snapshot = new Snapshot(step);
    cells.values().forEach(c -> snapshot.add(c.stage, c.step, (double) c.count, c.share));
    return snapshot;
  }

  /** Sums at one time. */
  private final class Snapshot {
    final long step;
    final double[] sums = new double[NODES];

    Snapshot(long step) {
      this.step = step;
    }

    /** A start within a step counts in shares as one at its beginning and one at its end. */
    void add(int stage, long started, double count, double share) {
      plus(table.row(stage, step - started), count - share);
      if (share != 0) {
        plus(table.row(stage, step - started - 1), share);
      }
    }

    private void plus(double[] row, double times) {
      for (int k = 0; k < NODES; k++) {
        sums[k] += times * row[k];
      }
    }
  }
}
