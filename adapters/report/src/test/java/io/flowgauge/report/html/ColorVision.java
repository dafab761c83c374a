package io.flowgauge.report.html;

import java.util.Locale;

/**
 * How people see colours: with all cones, or without one of the three kinds, by the matrices of
 * Machado, Oliveira and Fernandes (2009) for complete deficiency, on linear RGB.
 */
enum ColorVision {
  /** All cones. */
  NORMAL,
  /** No long-wave cones. */
  PROTANOPIA,
  /** No middle-wave cones. */
  DEUTERANOPIA,
  /** No short-wave cones. */
  TRITANOPIA;

  /** Returns the rows of the matrix, one after another. */
  private double[] matrix() {
    return switch (this) {
      case NORMAL -> new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1};
      case PROTANOPIA ->
          new double[] {
            0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116,
            1.051998
          };
      case DEUTERANOPIA ->
          new double[] {
            0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940,
            0.968881
          };
      case TRITANOPIA ->
          new double[] {
            1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367,
            0.303900
          };
    };
  }

  /**
   * Returns the perceived distance of two colours in Oklab (Ottosson, 2020); about 0.02 is just
   * visible.
   */
  double distance(String one, String other) {
    double[] a = lab(seen(linear(one)));
    double[] b = lab(seen(linear(other)));
    return Math.hypot(Math.hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
  }

  private double[] seen(double[] rgb) {
    double[] matrix = matrix();
    double[] seen = new double[3];
    for (int k = 0; k < 3; k++) {
      double sum = 0;
      for (int c = 0; c < 3; c++) {
        sum += matrix[3 * k + c] * rgb[c];
      }
      seen[k] = Math.max(0, Math.min(1, sum));
    }
    return seen;
  }

  private static double[] lab(double[] c) {
    double l = Math.cbrt(0.4122214708 * c[0] + 0.5363325363 * c[1] + 0.0514459929 * c[2]);
    double m = Math.cbrt(0.2119034982 * c[0] + 0.6806995451 * c[1] + 0.1073969566 * c[2]);
    double s = Math.cbrt(0.0883024619 * c[0] + 0.2817188376 * c[1] + 0.6299787005 * c[2]);
    return new double[] {
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    };
  }

  /** Returns the linear RGB values of a colour such as {@code rgb(1, 2, 3)}. */
  private static double[] linear(String color) {
    String[] parts = color.toLowerCase(Locale.ROOT).replaceAll("rgba?\\(|\\)", "").split(",", -1);
    double[] linear = new double[3];
    for (int k = 0; k < 3; k++) {
      double value = Double.parseDouble(parts[k].strip()) / 255;
      linear[k] = value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
    return linear;
  }
}
