package io.flowgauge.learning.reading;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/**
 * Rounds samples to three digits. A run of a hundred thousand activities then has about a thousand
 * different delays, which a model file can hold. Stateless and thread-safe.
 */
final class Digits {
  private static final MathContext THREE = new MathContext(3);

  private Digits() {}

  static List<Double> rounded(List<Double> sample) {
    return sample.stream()
        .map(number -> new BigDecimal(number).round(THREE).doubleValue())
        .toList();
  }
}
