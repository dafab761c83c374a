package io.flowgauge.metrics.run;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.Spread;
import io.flowgauge.trace.Times;
import java.util.Arrays;

/** Known times of some activities; the times of others may be missing. Not thread-safe. */
final class TimeSample {
  private final String missing;
  private long[] nanos = new long[16];
  private int count;
  private int total;
  private double sum;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;

  /**
   * Creates an empty sample.
   *
   * @param missing reason to give if there is no value
   */
  TimeSample(String missing) {
    this.missing = missing;
  }

  private void add(long time) {
    nanos = count < nanos.length ? nanos : Arrays.copyOf(nanos, count * 2);
    nanos[count++] = time;
    total++;
    sum += Times.seconds(time);
    min = Math.min(min, time);
    max = Math.max(max, time);
  }

  /** Adds a time, or counts it as missing. */
  void addIfKnown(long time) {
    if (known(time)) {
      add(time);
    } else {
      total++;
    }
  }

  Measured mean() {
    return measured(sum / count);
  }

  Measured sum() {
    return measured(sum);
  }

  Spread spread() {
    return new Spread(measured(Times.seconds(min)), mean(), measured(Times.seconds(max)));
  }

  /** Returns the smallest value that a given share of all values does not exceed (nearest rank). */
  Measured quantile(double share) {
    if (count == 0) {
      return Measured.absent(missing);
    }
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    int rank = Math.max(1, (int) Math.ceil(share * count));
    return measured(Times.seconds(sorted[rank - 1]));
  }

  private Measured measured(double value) {
    return count == 0 ? Measured.absent(missing) : Measured.of(value, count, total);
  }
}
