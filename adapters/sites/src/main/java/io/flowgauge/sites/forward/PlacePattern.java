package io.flowgauge.sites.forward;

import io.flowgauge.instrumentation.Glob;
import java.util.List;

/** Patterns of places, seen from above. Stateless. */
final class PlacePattern {
  private PlacePattern() {}

  /**
   * Whether a service may hold a place that matches one of them: of a node exactly; of a site,
   * whose nodes are not known here, if the pattern's first characters allow it.
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
