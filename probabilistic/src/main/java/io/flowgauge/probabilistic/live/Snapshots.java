package io.flowgauge.probabilistic.live;

import static io.flowgauge.probabilistic.live.TimeGrid.NODES;

import io.flowgauge.prediction.Law;
import java.util.HashMap;
import java.util.Map;

/**
 * Sums over all segments of the logarithm of the probability that the segment ends within x, at two
 * moments a step apart. Requests for moments between them are interpolated. An event changes both
 * sums by a few rows of a table. Not thread-safe.
 */
final class Snapshots {
  private final RemainingTable table;
  private final Map<Cell, Cell> cells = new HashMap<>();
  private Snapshot earlier;
  private Snapshot later;

  Snapshots(RemainingTable table) {
    this.table = table;
  }

  /** The segments that entered one service within one step of time. */
  private static final class Cell {
    final int stage;
    final long step;
    long count;

    /** Sum over the segments of the fraction of the step that had passed when they entered. */
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
      later = null; // no request for long: summing up again is cheaper than rows for this start
    }
    if (later != null) {
      earlier.add(stage, step, count, count * share);
      later.add(stage, step, count, count * share);
    }
  }

  /** Returns the law of the remaining time; later events do not change it. */
  Law at(double now) {
    move(now);
    return law(now, earlier.sums.clone(), later.sums.clone());
  }

  /** Returns the probability that all segments end within a time from now. */
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

  /** The sums at one moment. */
  private final class Snapshot {
    final long step;
    final double[] sums = new double[NODES];

    Snapshot(long step) {
      this.step = step;
    }

    /**
     * Adds segments. A start within a step is divided between the beginning and the end of the
     * step.
     */
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
