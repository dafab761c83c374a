package io.flowgauge.traces.otlp;

import java.util.Comparator;

/**
 * What identifies a span: ids of spans are unique only within their trace. Comparable, so that a
 * map stays fast where ids were chosen to collide.
 *
 * @param high first half of the id of the trace
 * @param low second half of it
 * @param span id of the span; 0 for none
 */
record SpanKey(long high, long low, long span) implements Comparable<SpanKey> {
  /** Neither span nor trace. */
  static final SpanKey NONE = new SpanKey(0, 0, 0);

  private static final Comparator<SpanKey> ORDER =
      Comparator.comparingLong(SpanKey::span)
          .thenComparingLong(SpanKey::high)
          .thenComparingLong(SpanKey::low);

  /** The key of a span of the same trace. */
  SpanKey withSpan(long id) {
    return new SpanKey(high, low, id);
  }

  @Override
  public int compareTo(SpanKey other) {
    return ORDER.compare(this, other);
  }
}
