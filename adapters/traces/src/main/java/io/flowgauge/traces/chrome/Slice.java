package io.flowgauge.traces.chrome;

/**
 * Something with a begin and an end, inside an attempt.
 *
 * @param category its sort: {@code state}, {@code phase} or {@code processor}
 * @param end its end; {@link Long#MAX_VALUE} of what has not ended
 */
record Slice(String name, String category, Colour colour, long begin, long end) {
  static final String STATE = "state";
  static final String PHASE = "phase";
  static final String PROCESSOR = "processor";

  boolean isOpen() {
    return end == Long.MAX_VALUE;
  }
}
