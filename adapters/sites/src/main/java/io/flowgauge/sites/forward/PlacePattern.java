package io.flowgauge.sites.forward;

import io.flowgauge.instrumentation.Glob;
import java.util.List;

/** Decides which services may hold the places that patterns select. Stateless. */
final class PlacePattern {
  private PlacePattern() {}

  /**
   * Whether a service may hold a place that matches one of the patterns. A node is matched exactly.
   * A site's nodes are not known here, so a site is included if the characters before the first
   * wildcard allow it.
   */
  static boolean mayHold(String name, List<String> patterns) {
    return patterns.stream().anyMatch(pattern -> mayHold(name, pattern));
  }

  private static boolean mayHold(String name, String pattern) {
    if (name.indexOf('/') >= 0) {
      return Glob.compile(pattern).matches(name);
    }
    String folder = name + "/";
    String fixed = pattern.replaceFirst("[*?\\\\].*", "");
    return folder.startsWith(fixed) || fixed.startsWith(folder);
  }
}
