package io.flowgauge.cli;

import io.flowgauge.instrumentation.CodeRegion;

/**
 * What tables call a region. A long name loses its parameters: a column too narrow for all would
 * show their end, and not the function's name. What tells the compiler's copies of a function apart
 * stays.
 */
final class RegionLabel {
  private static final int LONG = 40;
  private static final String CLONE = " [clone ";

  private RegionLabel() {}

  static String of(CodeRegion region) {
    String full = region.qualifiedName();
    int clone = full.indexOf(CLONE);
    return full.length() <= LONG
        ? full
        : region.unit() + ":" + region.shortName() + (clone < 0 ? "" : full.substring(clone));
  }
}
