package io.flowgauge.log.plot;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.read.EventCursor;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Values over time. When there are too many, only the least and the greatest of every four
 * successive values are kept, so that no peak is lost. Not thread-safe.
 */
final class PlotSeries {
  private static final int MAX = 1 << 14;
  private static final int INITIAL = 64;

  /** Fraction of the axis that stays free at an end. */
  private static final double MARGIN = 0.05;

  private final String event;
  private final String field;
  private final boolean isLine;

  private long[] times = new long[INITIAL];
  private double[] values = new double[INITIAL];
  private int size;

  PlotSeries(String event, String field, boolean isLine) {
    this.event = event;
    this.field = field;
    this.isLine = isLine;
  }

  String event() {
    return event;
  }

  String field() {
    return field;
  }

  /** Whether the points are joined. */
  boolean isLine() {
    return isLine;
  }

  String name() {
    return event + " " + field;
  }

  /** Returns the index of the field, if events of this type have the value. */
  OptionalInt index(EventSchema schema) {
    OptionalInt index = isNamed(schema.name()) ? schema.indexOf(field) : OptionalInt.empty();
    boolean isNumber =
        index.isPresent() && schema.fields().get(index.getAsInt()).type() != FieldType.STRING;
    return isNumber ? index : OptionalInt.empty();
  }

  private boolean isNamed(String name) {
    return event.endsWith("*")
        ? name.startsWith(event.substring(0, event.length() - 1))
        : name.equals(event);
  }

  void add(EventCursor from, int index) {
    double value =
        switch (from.schema().fields().get(index).type()) {
          case INT32, INT64 -> from.int64(index);
          case FLOAT32, FLOAT64 -> from.float64(index);
          case STRING -> Double.NaN;
        };
    if (Double.isFinite(value)) {
      add(from.timeNanos(), value);
    }
  }

  void add(long time, double value) {
    if (size == MAX) {
      thin();
    }
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    times[size] = time;
    values[size++] = value;
  }

  private void thin() {
    int kept = 0;
    for (int k = 0; k < size; k += 4) {
      int least = k;
      int greatest = k;
      for (int j = k + 1; j < k + 4; j++) {
        least = values[j] < values[least] ? j : least;
        greatest = values[j] >= values[greatest] ? j : greatest;
      }
      kept = keep(Math.min(least, greatest), kept);
      kept = keep(Math.max(least, greatest), kept);
    }
    size = kept;
  }

  private int keep(int from, int to) {
    times[to] = times[from];
    values[to] = values[from];
    return to + 1;
  }

  int size() {
    return size;
  }

  long time(int k) {
    return times[k];
  }

  double value(int k) {
    return values[k];
  }

  /** Returns where the axis begins: at 0, unless the values are close together and far from it. */
  double low() {
    double min = Arrays.stream(values, 0, size).min().orElse(0);
    double max = max();
    if (min > 0 && min > max / 2) {
      return min - MARGIN * (max - min);
    }
    return Math.min(0, min);
  }

  /** Returns where the axis ends, which is above its beginning. */
  double high() {
    double max = max();
    double low = low();
    return max > low ? max + MARGIN * (max - low) : low + 1;
  }

  private double max() {
    return Arrays.stream(values, 0, size).max().orElse(0);
  }
}
