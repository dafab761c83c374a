package io.flowgauge.learning.service;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Chooses the sizes, and the scales of each, that may determine the time of a type. */
final class Sizes {
  private static final int FEATURES = 3;

  /** Positive constants, as multiples of the median size. */
  private static final double[] ADDED = {1e-6, 0.1, 0.3, 1, 3, 10, 30, 100};

  /** Common parts, as fractions of the least size. */
  private static final double[] COMMON = {0.9, 0.97, 0.99, 0.997};

  /** Smallest ratio of the least size to the median at which a common part can be recognized. */
  private static final double INFORMATIVE = 0.05;

  /**
   * Sizes that differ little still show a slope if, less the least size, their 90 % quantile is
   * more than this many times their median.
   */
  private static final double VARIED = 3;

  private Sizes() {}

  static double of(InputSize size, int feature) {
    return switch (feature) {
      case 0 -> size.ownBytes();
      case 1 -> size.bytes();
      default -> size.files();
    };
  }

  /** Returns one array for each feature. */
  static double[][] columns(List<InputSize> sizes) {
    double[][] columns = new double[FEATURES][];
    for (int k = 0; k < FEATURES; k++) {
      int feature = k;
      columns[k] = sizes.stream().mapToDouble(size -> of(size, feature)).toArray();
    }
    return columns;
  }

  /** All scales of the sizes given, one list for each informative feature. */
  static List<List<SizeScale>> scales(double[][] sizes) {
    List<List<SizeScale>> all = new ArrayList<>();
    for (int feature = 0; feature < sizes.length; feature++) {
      double[] sorted = sizes[feature].clone();
      Arrays.sort(sorted);
      if (isInformative(sorted)) {
        all.add(scales(feature, sorted[0], median(sorted), sorted[sorted.length - 1]));
      }
    }
    return all;
  }

  /**
   * Whether all sizes are known and differ enough to show how time depends on them. NaN comes last
   * in the order.
   */
  private static boolean isInformative(double[] sorted) {
    int n = sorted.length;
    return n > 1
        && Double.isFinite(sorted[n - 1])
        && sorted[(n - 1) / 2] > 0
        && (!SizeScale.areNarrow(sorted[0], sorted[n - 1]) || isVaried(sorted));
  }

  /** Whether the sizes less the least one vary by factors, unlike noise. */
  private static boolean isVaried(double[] sorted) {
    int n = sorted.length;
    return sorted[n * 9 / 10] - sorted[0] > VARIED * (sorted[n / 2] - sorted[0]);
  }

  /** The scales of one feature, given the sizes seen. */
  static List<SizeScale> scales(int feature, double least, double typical, double greatest) {
    List<SizeScale> scales = new ArrayList<>();
    for (double added : ADDED) {
      scales.add(new SizeScale(feature, added * typical, typical, least, greatest));
    }
    for (double common : least > INFORMATIVE * typical ? COMMON : new double[0]) {
      scales.add(new SizeScale(feature, -common * least, typical, least, greatest));
    }
    return scales;
  }

  static double median(double[] sorted) {
    int n = sorted.length;
    return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }
}
