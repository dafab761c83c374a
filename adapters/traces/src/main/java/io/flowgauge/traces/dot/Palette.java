package io.flowgauge.traces.dot;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Assigns each type a pale colour that differs clearly from those of earlier types. Not
 * thread-safe.
 */
final class Palette {
  /** Multiples of the golden ratio never come close to each other on a circle. */
  private static final double STEP = 0.618033988749895;

  private final Map<String, String> colours = new HashMap<>();

  /** Returns hue, saturation and value in the notation of Graphviz. */
  String colour(String type) {
    return colours.computeIfAbsent(
        type, t -> String.format(Locale.ROOT, "%.3f 0.30 0.97", colours.size() * STEP % 1));
  }
}
