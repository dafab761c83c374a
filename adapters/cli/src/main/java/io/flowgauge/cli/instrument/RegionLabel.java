package io.flowgauge.cli.instrument;

import io.flowgauge.instrumentation.CodeRegion;

/**
 * The label of a region in tables. A long name loses its parameters: a column too narrow for all
 * would show their end rather than the function's name. The suffix that distinguishes the
 * compiler's copies of a function stays.
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
