package io.flowgauge.probabilistic.law;

import java.util.Map;

/** Base class of laws outside this package, which can be components of further laws. */
public abstract class DerivedLaw extends BaseLaw {

  /**
   * Creates a law with a type name.
   *
   * @param type name of its type
   * @param parameters parameters in the order of the text: numbers as doubles, lists and laws
   */
  protected DerivedLaw(String type, Map<String, Object> parameters) {
    super(type, parameters);
  }

  /**
   * The quantile.
   *
   * @param p probability, in (0, 1)
   * @return the smallest t with {@code P(R <= t) >= p}
   */
  protected abstract double quantileWithin(double p);

  /**
   * The upper quantile.
   *
   * @param q probability, in (0, 1)
   * @return the smallest t with {@code P(R > t) <= q}
   */
  protected abstract double upperQuantileWithin(double q);

  @Override
  final double quantileInside(double p) {
    return quantileWithin(p);
  }

  @Override
  final double upperQuantileInside(double q) {
    return upperQuantileWithin(q);
  }
}
