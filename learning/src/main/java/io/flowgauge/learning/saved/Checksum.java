package io.flowgauge.learning.saved;

import io.flowgauge.model.core.Fingerprint;
import java.util.List;
import java.util.Map;

/**
 * The fingerprint of a document's values, whatever their layout and however numbers are written. It
 * shows whether the document was changed. Stateless and thread-safe.
 */
public final class Checksum {
  private Checksum() {}

  /** The checksum of values. */
  public static String of(Map<String, ?> document) {
    StringBuilder text = new StringBuilder();
    add(document, text);
    return Fingerprint.of(text.toString());
  }

  private static void add(Object value, StringBuilder text) {
    if (value instanceof Map<?, ?> members) {
      text.append('{');
      members.forEach(
          (key, member) -> {
            add(key, text);
            add(member, text);
          });
      text.append('}');
    } else if (value instanceof List<?> elements) {
      text.append('[');
      elements.forEach(element -> add(element, text));
      text.append(']');
    } else if (value instanceof Number number) {
      text.append(number.doubleValue() + 0.0).append(' '); // No -0: JSON does not keep it.
    } else {
      String shown = String.valueOf(value);
      text.append(shown.length()).append('"').append(shown);
    }
  }
}
