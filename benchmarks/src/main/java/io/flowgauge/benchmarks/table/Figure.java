package io.flowgauge.benchmarks.table;

import java.util.Locale;

/**
 * What a benchmark measured.
 *
 * @param nanos time of an operation
 * @param error half the width of its 99.9 % confidence interval; NaN if it was measured once
 * @param allocated bytes allocated by an operation; NaN if that was not measured
 */
record Figure(double nanos, double error, double allocated) {
  private static final double THOUSAND = 1e3;
  private static final String[] UNITS = {"ns", "µs", "ms", "s"};

  /** Converts a score in a unit such as {@code us/op} or {@code ops/s}. */
  static Figure of(double score, double error, String unit, double allocated) {
    boolean isRate = unit.startsWith("ops/");
    double scale = nanosOf(isRate ? unit.substring("ops/".length()) : unit.replace("/op", ""));
    return isRate
        ? new Figure(scale / score, scale / score * (error / score), allocated)
        : new Figure(score * scale, error * scale, allocated);
  }

  private static double nanosOf(String unit) {
    return switch (unit) {
      case "ns" -> 1;
      case "us" -> THOUSAND;
      case "ms" -> THOUSAND * THOUSAND;
      case "s" -> THOUSAND * THOUSAND * THOUSAND;
      default -> throw new IllegalArgumentException("unknown unit " + unit);
    };
  }

  /** Returns the ratio of its time to that of a baseline, with the error that both cause. */
  String ratioTo(Figure baseline) {
    double ratio = nanos / baseline.nanos;
    double relative = Math.hypot(error / nanos, baseline.error / baseline.nanos);
    return Double.isNaN(relative)
        ? String.format(Locale.ROOT, "%.3g", ratio)
        : rounded(ratio, ratio * relative);
  }

  @Override
  public String toString() {
    double value = nanos;
    double half = error;
    int unit = 0;
    while (value >= THOUSAND && unit < UNITS.length - 1) {
      value /= THOUSAND;
      half /= THOUSAND;
      unit++;
    }
    return rounded(value, half) + " " + UNITS[unit];
  }

  /** Rounds to three significant digits, and the error to as many decimal places. */
  private static String rounded(double value, double error) {
    int places = (int) Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
    String format = "%." + places + "f";
    return Double.isNaN(error)
        ? String.format(Locale.ROOT, format, value)
        : String.format(Locale.ROOT, format + " ± " + format, value, error);
  }
}
