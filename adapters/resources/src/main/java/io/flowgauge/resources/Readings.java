package io.flowgauge.resources;

import io.flowgauge.analysis.Measured;
import java.util.EnumMap;
import java.util.Map;

/**
 * The last values of quantities. A quantity that is not read in each sample keeps its value until
 * it is read again. Not thread-safe.
 */
final class Readings<Q extends Enum<Q>> {
  private static final String FIRST = "it was read only once so far, but a rate needs two readings";

  private final Map<Q, Measured> values;
  private final Map<Q, Double> lastRead;
  private final Map<Q, Double> spans;
  private final Map<Q, Double> counters;
  private double now;

  Readings(Class<Q> of) {
    values = new EnumMap<>(of);
    lastRead = new EnumMap<>(of);
    spans = new EnumMap<>(of);
    counters = new EnumMap<>(of);
  }

  /** Begins a sample. */
  void begin(double time) {
    now = time;
    spans.clear();
  }

  void put(Q quantity, double value) {
    put(quantity, Measured.of(value));
  }

  void absent(Q quantity, String why) {
    put(quantity, Measured.absent(why));
  }

  /** Notes the first reading of a quantity whose value is known only from the second reading on. */
  void first(Q quantity) {
    absent(quantity, FIRST);
  }

  /** Sets a quantity to the increase per second of a counter, limited to {@code most}. */
  void rate(Q quantity, double counter, double most) {
    Double before = counters.put(quantity, counter);
    double seconds = now - lastRead.getOrDefault(quantity, now);
    if (before != null && seconds > 0 && counter >= before) {
      put(quantity, Math.min(most, (counter - before) / seconds));
    } else {
      first(quantity);
    }
  }

  private void put(Q quantity, Measured value) {
    values.put(quantity, value);
    Double before = lastRead.put(quantity, now);
    spans.put(quantity, before == null ? 0 : now - before);
  }

  Map<Q, Measured> values() {
    return values;
  }

  /**
   * Returns the seconds since the previous reading of each quantity that the current sample read; 0
   * if there was none.
   */
  Map<Q, Double> spans() {
    return spans;
  }
}
