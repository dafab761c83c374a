package io.flowgauge.opentelemetry;

import io.flowgauge.events.LooseEvent;
import io.flowgauge.log.write.DeclaredEvent;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.AttributeType;
import io.opentelemetry.api.common.Attributes;
import java.util.Map;

/**
 * Logs attributes as fields of events or, if they do not fit, as events before them. Thread-safe.
 */
final class AttributeFields {
  /** The suffix of a key, for types that are logged as text. */
  static final Map<AttributeType, String> SUFFIXES =
      Map.of(
          AttributeType.STRING_ARRAY, "[string]",
          AttributeType.BOOLEAN_ARRAY, "[boolean]",
          AttributeType.LONG_ARRAY, "[long]",
          AttributeType.DOUBLE_ARRAY, "[double]",
          AttributeType.VALUE, "[value]");

  /** The most characters of a part: each takes three bytes at most, in an event below 64 KiB. */
  private static final int PART = 16_000;

  /**
   * Least length of a part that others follow: one less than the most, to split no surrogate pair.
   */
  static final int FULL_PART = PART - 1;

  /**
   * The longest key: a longer one would not fit into an event together with a part of the value.
   */
  private static final int MAX_KEY = 4_000;

  private final DeclaredEvent attribute;

  AttributeFields(DeclaredEvent attribute) {
    this.attribute = attribute;
  }

  void put(Attributes attributes, LooseEvent into, long id, String owner, int index) {
    attributes.forEach(
        (key, value) -> {
          if (!offer(into, key, value)) {
            log(id, owner, index, key, AttributeText.of(key.getType(), value));
          }
        });
  }

  /**
   * Offers an attribute to an event as a field; returns false if it cannot be one. A string whose
   * key ends like that of an array is not offered, because it would be read as an array.
   */
  private static boolean offer(LooseEvent into, AttributeKey<?> key, Object value) {
    String name = key.getKey();
    if (isReserved(name)) {
      return false;
    }
    return switch (key.getType()) {
      case STRING -> !name.endsWith("]") && into.offer(name, value);
      case LONG, DOUBLE -> into.offer(name, value);
      case BOOLEAN -> into.offer(name, (Boolean) value ? 1 : 0);
      case STRING_ARRAY, BOOLEAN_ARRAY, LONG_ARRAY, DOUBLE_ARRAY, VALUE ->
          into.offer(name + SUFFIXES.get(key.getType()), AttributeText.of(key.getType(), value));
    };
  }

  /** Whether a name is that of a field that the event log itself may add. */
  static boolean isReserved(String name) {
    return name.equals(LooseEvent.CUT) || name.equals(LooseEvent.MORE);
  }

  /**
   * Returns the end of a part of a text that has at most a given length and splits no surrogate
   * pair.
   */
  static int end(String text, int from, int most) {
    int end = Math.min(text.length(), from + most);
    return end < text.length() && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
  }

  private void log(long id, String owner, int index, AttributeKey<?> key, String text) {
    String name = key.getKey();
    String known = name.length() > MAX_KEY ? name.substring(0, end(name, 0, MAX_KEY)) + "…" : name;
    int part = 0;
    int from = 0;
    int length;
    do {
      int end = end(text, from, PART);
      String value = text.substring(from, end);
      attribute.log(id, index, part++, owner, known, key.getType().name(), value);
      from = end;
      length = value.length();
    } while (length >= FULL_PART);
  }
}
