package io.flowgauge.learning.service;

import io.flowgauge.learning.saved.Saved;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is known of the activities of one type. Not thread-safe. */
final class TypeLaw {
  private SizeLaw law;
  private final TypeHistory history;
  private final FirstRows first;
  private double squares;
  private double freedom;
  private double shift;

  TypeLaw(SizeLaw law, TypeHistory history) {
    this(law, history, new FirstRows());
  }

  private TypeLaw(SizeLaw law, TypeHistory history, FirstRows first) {
    this.law = law;
    this.history = history;
    this.first = first;
  }

  TypeLaw(TypeLaw other) {
    law = new SizeLaw(other.law);
    history = other.history;
    first = new FirstRows(other.first);
    squares = other.squares;
    freedom = other.freedom;
    shift = other.shift;
  }

  Map<String, Object> saved() {
    Map<String, Object> saved = new LinkedHashMap<>(history.saved());
    saved.put("squares", squares);
    saved.put("freedom", freedom);
    saved.put("shift", shift);
    saved.put("law", law.saved());
    first.saved().ifPresent(rows -> saved.put("first", rows));
    return saved;
  }

  static TypeLaw from(Saved saved) {
    TypeLaw type =
        new TypeLaw(
            SizeLaw.from(saved.at("law")),
            TypeHistory.from(saved),
            FirstRows.from(saved.find("first")));
    type.squares = saved.at("squares").number(0);
    type.freedom = saved.at("freedom").number(0);
    type.shift = saved.at("shift").number();
    return type;
  }

  SizeLaw law() {
    return law;
  }

  TypeHistory history() {
    return history;
  }

  FirstRows first() {
    return first;
  }

  /**
   * Adds a log time from which the deviations of the activity were subtracted, and fits the law.
   */
  void fit(Scaled at, double y, double weight) {
    first.add(at.size(), y, weight);
    law.add(at, y, weight);
    law.solve();
    first.law().ifPresent(chosen -> law = chosen);
  }

  /** Amount that is added to the law: see {@link TypeRows#centre}. */
  double shift() {
    return shift;
  }

  void shift(double by) {
    shift = by;
  }

  /** Residual variance of the log time, judging by this type alone. */
  double variance() {
    return variance(Regression.PRIOR_VARIANCE);
  }

  /** Residual variance of the log time, given the typical variance of types. */
  double variance(double typical) {
    double sum = Regression.PRIOR_FREEDOM * typical + squares;
    return sum / (Regression.PRIOR_FREEDOM + freedom);
  }

  /** Fraction of the variance that comes from the type itself. */
  double known() {
    return freedom / (Regression.PRIOR_FREEDOM + freedom);
  }

  void clear() {
    squares = 0;
    freedom = 0;
  }

  /** Adds the square of a residual, which includes its uncertainty. */
  void add(double square, double weight, double ofSize) {
    squares += ofSize * weight * square;
    freedom += ofSize * ofSize;
  }
}
