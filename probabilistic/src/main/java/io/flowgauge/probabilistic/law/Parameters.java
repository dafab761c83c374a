package io.flowgauge.probabilistic.law;

import io.flowgauge.prediction.Law;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads and checks the parameters of a law; every error names law, parameter and value. */
final class Parameters {
  private static final String TYPE = "type";

  private final String type;
  private final Map<String, ?> given;
  private final int depth;
  private final Set<String> known = new LinkedHashSet<>();

  Parameters(String type, Map<String, ?> given, int depth) {
    this.type = type;
    this.given = given;
    this.depth = depth;
    known.add(TYPE);
  }

  boolean has(String name) {
    known.add(name);
    return given.containsKey(name);
  }

  double number(String name) {
    double value = toNumber(name, required(name));
    if (!Double.isFinite(value)) {
      throw wrong(name, "finite", value);
    }
    return value;
  }

  double positive(String name) {
    double value = number(name);
    if (!(value > 0)) {
      throw wrong(name, "above 0", value);
    }
    return value;
  }

  /** Returns a number from the lower end (inclusive) to the upper end (exclusive). */
  double within(String name, double from, double below) {
    double value = number(name);
    if (!(value >= from && value < below)) {
      throw wrong(name, "in [" + from + ", " + below + ")", value);
    }
    return value;
  }

  List<Double> numbers(String name) {
    List<Double> values = new ArrayList<>();
    for (Object each : list(name)) {
      double value = toNumber(name, each);
      if (!Double.isFinite(value)) {
        throw wrong(name, "finite", value);
      }
      values.add(value);
    }
    return List.copyOf(values);
  }

  BaseLaw law(String name) {
    return toLaw(name, required(name));
  }

  List<BaseLaw> laws(String name) {
    return list(name).stream().map(each -> toLaw(name, each)).toList();
  }

  boolean flag(String name) {
    if (!has(name)) {
      return false;
    }
    if (given.get(name) instanceof Boolean flag) {
      return flag;
    }
    throw wrong(name, "true or false", given.get(name));
  }

  /** Rejects unknown parameters; must be called after all parameters of the type were read. */
  void rejectUnknown() {
    for (Map.Entry<String, ?> each : given.entrySet()) {
      if (!known.contains(each.getKey())) {
        known.remove(TYPE);
        throw new IllegalArgumentException(
            type
                + ": unknown parameter "
                + each.getKey()
                + "; expected "
                + String.join(", ", known));
      }
    }
  }

  IllegalArgumentException wrong(String name, String rule, Object value) {
    return new IllegalArgumentException(
        type + ": " + name + " must be " + rule + ", but is " + value);
  }

  private Object required(String name) {
    known.add(name);
    Object value = given.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          type + ": " + name + " is missing; given: " + String.join(", ", given.keySet()));
    }
    return value;
  }

  private List<?> list(String name) {
    Object value = required(name);
    if (!(value instanceof List<?> list)) {
      throw wrong(name, "a list", value);
    }
    if (list.isEmpty()) {
      throw wrong(name, "a list of at least one value", "empty");
    }
    return list;
  }

  private double toNumber(String name, Object value) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw wrong(name, "a number", value);
  }

  private BaseLaw toLaw(String name, Object value) {
    if (value instanceof BaseLaw law) {
      return law;
    }
    if (value instanceof Law own) {
      return new OwnLaw(own);
    }
    if (value instanceof Map<?, ?> map && map.get(TYPE) instanceof String inner) {
      Map<String, Object> parameters = new LinkedHashMap<>();
      map.forEach((k, v) -> parameters.put(String.valueOf(k), v));
      return Laws.make(inner, parameters, depth + 1);
    }
    throw wrong(name, "a law", value);
  }
}
