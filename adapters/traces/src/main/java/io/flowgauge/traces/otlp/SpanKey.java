package io.flowgauge.traces.otlp;

import java.util.Comparator;

/**
 * Identifies a span by trace and span id, because span ids are unique only within their trace.
 * Comparable, so that a map stays fast even if ids were chosen to collide.
 *
 * @param high first half of the id of the trace
 * @param low second half of the id of the trace
 * @param span id of the span; 0 for none
 */
record SpanKey(long high, long low, long span) implements Comparable<SpanKey> {
  /** A key without trace and span. */
  static final SpanKey NONE = new SpanKey(0, 0, 0);

  private static final Comparator<SpanKey> ORDER =
      Comparator.comparingLong(SpanKey::span)
          .thenComparingLong(SpanKey::high)
          .thenComparingLong(SpanKey::low);

  /** Returns the key of a span of the same trace. */
  SpanKey withSpan(long id) {
    return new SpanKey(high, low, id);
  }

  @Override
  public int compareTo(SpanKey other) {
    return ORDER.compare(this, other);
  }
}
