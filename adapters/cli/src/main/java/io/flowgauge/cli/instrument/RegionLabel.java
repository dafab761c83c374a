package io.flowgauge.cli.instrument;

import io.flowgauge.instrumentation.CodeRegion;

/**
 * The label of a region in tables. A long name is shown without its parameters, because a narrow
 * column would show their end rather than the name of the function. The suffix that distinguishes
 * the compiler's copies of a function is kept.
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
