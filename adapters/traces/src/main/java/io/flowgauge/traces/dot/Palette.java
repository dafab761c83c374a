package io.flowgauge.traces.dot;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** A pale colour for each type, far from those of the types before it. Not thread-safe. */
final class Palette {
  /** Multiples of the golden ratio never come close to one another on a circle. */
  private static final double STEP = 0.618033988749895;

  private final Map<String, String> colours = new HashMap<>();

  /** Hue, saturation and value, as Graphviz reads them. */
  String colour(String type) {
    return colours.computeIfAbsent(
        type, t -> String.format(Locale.ROOT, "%.3f 0.30 0.97", colours.size() * STEP % 1));
  }
}
