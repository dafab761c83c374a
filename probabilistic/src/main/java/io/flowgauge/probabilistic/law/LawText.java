package io.flowgauge.probabilistic.law;

import static java.util.stream.Collectors.joining;

import io.flowgauge.prediction.Law;
import java.util.List;
import java.util.Map;

/** Formats laws as text. */
final class LawText {
  /** Greatest length of lists written out in text for people; longer ones are only counted. */
  static final int SHOWN = 10;

  /** Bound below which every whole number is exact as a double and fits into a long. */
  private static final double WHOLE = 1L << 53;

  private LawText() {}

  static String of(String type, Map<String, Object> parameters, int shown) {
    return parameters.entrySet().stream()
        .map(e -> e.getKey() + "=" + value(e.getValue(), shown))
        .collect(joining(", ", type + "(", ")"));
  }

  private static String value(Object value, int shown) {
    if (value instanceof List<?> list) {
      return list.size() > shown
          ? list.size() + " values"
          : list.stream().map(v -> value(v, shown)).collect(joining(", ", "[", "]"));
    }
    if (value instanceof Law law) {
      return shown == Integer.MAX_VALUE ? law.text() : law.toString();
    }
    return number((Double) value);
  }

  private static String number(double value) {
    boolean whole = value == Math.rint(value) && Math.abs(value) < WHOLE;
    return whole ? Long.toString((long) value) : Double.toString(value);
  }
}
