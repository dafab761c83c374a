package io.flowgauge.learning.service;

import io.flowgauge.learning.saved.Saved;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A size as a logarithm: {@code log((x + c) / (typical + c))}. A positive constant c is work that
 * does not depend on the size; a negative one is a part of the size that all have in common, such
 * as a reference genome. Immutable and thread-safe.
 *
 * @param feature which size it is, see {@link Sizes}
 * @param constant c
 * @param typical the median of the sizes seen
 * @param least of the sizes seen
 * @param greatest of the sizes seen
 */
record SizeScale(int feature, double constant, double typical, double least, double greatest) {
  private static final double LEAST = 1e-3;

  /** A common part is not trusted farther than that, nor below the least: on in proportion. */
  private static final double TRUSTED = 2;

  /** Ratio of sizes below which they are evidence only for sizes near them. */
  private static final double NARROW = 1.05;

  /** How near, in differences of the greatest and the least. */
  private static final double NEAR = 5;

  /** What all scales of a feature have in common. */
  Map<String, Object> savedFeature() {
    Map<String, Object> saved = new LinkedHashMap<>();
    saved.put("feature", feature);
    saved.put("least", least);
    saved.put("typical", typical);
    saved.put("greatest", greatest);
    return saved;
  }

  /** All scales of a feature that {@link #savedFeature} has returned. */
  static List<SizeScale> from(Saved saved) {
    double least = saved.at("least").number(0);
    double typical = saved.at("typical").positive();
    double greatest = saved.at("greatest").number(typical);
    if (least > typical) {
      throw saved.at("least").error("a number of " + typical + " or less");
    }
    return Sizes.scales(saved.at("feature").whole(0), least, typical, greatest);
  }

  /** Whether sizes differ so little that they do not show how time grows with much larger ones. */
  static boolean areNarrow(double least, double greatest) {
    return greatest <= NARROW * least;
  }

  /** The log size, within the range where the scale is trusted; NaN where it says nothing. */
  double at(double size) {
    return isCovered(size) ? inside(trusted(size)) : Double.NaN;
  }

  private boolean isCovered(double size) {
    double near = NEAR * (greatest - least);
    boolean isNear = least - near <= size && size <= greatest + near;
    return isNear || !areNarrow(least, greatest);
  }

  /** The log of how many times larger the size is: from there on, time goes in proportion. */
  double beyond(double size) {
    double trusted = trusted(size);
    boolean isInside = Double.isNaN(size) || trusted == size;
    return isInside || !isCovered(size) ? 0 : Math.log(Math.max(size, LEAST * typical) / trusted);
  }

  private double trusted(double size) {
    return constant < 0 ? Math.min(Math.max(size, least), TRUSTED * greatest) : size;
  }

  private double inside(double size) {
    return Math.log(Math.max(size + constant, LEAST * typical) / (typical + constant));
  }
}
