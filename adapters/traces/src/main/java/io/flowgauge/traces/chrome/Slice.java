package io.flowgauge.traces.chrome;

/**
 * An interval drawn as one slice, with its category and colour.
 *
 * @param category {@code state}, {@code phase} or {@code processor}
 * @param end its end; {@link Long#MAX_VALUE} if it has not ended
 */
record Slice(String name, String category, Colour colour, long begin, long end) {
  static final String STATE = "state";
  static final String PHASE = "phase";
  static final String PROCESSOR = "processor";

  boolean isOpen() {
    return end == Long.MAX_VALUE;
  }
}
