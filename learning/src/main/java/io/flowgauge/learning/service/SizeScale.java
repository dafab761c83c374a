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
 * @param least the least of the sizes seen
 * @param greatest the greatest of the sizes seen
 */
record SizeScale(int feature, double constant, double typical, double least, double greatest) {
  private static final double LEAST = 1e-3;

  /**
   * A scale with a common part is trusted up to this many times the greatest size, and down to the
   * least. Outside this range, time is in proportion to the size.
   */
  private static final double TRUSTED = 2;

  /**
   * Ratio of the greatest to the least size up to which sizes are evidence only for sizes near
   * them.
   */
  private static final double NARROW = 1.05;

  /** How near such sizes must be, in differences between the greatest and the least. */
  private static final double NEAR = 5;

  /** Returns the parameters that all scales of a feature share. */
  Map<String, Object> savedFeature() {
    Map<String, Object> saved = new LinkedHashMap<>();
    saved.put("feature", feature);
    saved.put("least", least);
    saved.put("typical", typical);
    saved.put("greatest", greatest);
    return saved;
  }

  /** Restores all scales of a feature from what {@link #savedFeature} returned. */
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

  /**
   * The log size, limited to the range where the scale is trusted; NaN if it says nothing about the
   * size.
   */
  double at(double size) {
    return isCovered(size) ? inside(trusted(size)) : Double.NaN;
  }

  private boolean isCovered(double size) {
    double near = NEAR * (greatest - least);
    boolean isNear = least - near <= size && size <= greatest + near;
    return isNear || !areNarrow(least, greatest);
  }

  /**
   * The log of the ratio of the size to the nearest trusted one, because outside the trusted range
   * time is in proportion to the size; 0 inside.
   */
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
