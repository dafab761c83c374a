package io.flowgauge.traces.inputs;

import io.flowgauge.model.core.Fingerprint;
import io.flowgauge.model.core.WorkAttributes;
import io.flowgauge.traces.table.TextPool;
import java.util.List;
import java.util.Map;

/**
 * Command line arguments as the attribute {@link WorkAttributes#ARGUMENTS}. Arguments of over 200
 * characters are cut and given a fingerprint of the whole, so that different ones stay different.
 * Not thread-safe.
 */
public final class Arguments {
  private static final int MAX_CHARS = 200;
  private static final int KEPT_CHARS = 180;

  private final TextPool pool = new TextPool(MAX_CHARS);

  /** Creates an empty pool of arguments. */
  public Arguments() {}

  /** Adds arguments, joined by a space, to the attributes of an activity, if there are any. */
  public void put(List<String> arguments, Map<String, String> attributes) {
    put(String.join(" ", arguments), attributes);
  }

  /** Adds the text after the first word of a command line, if there is any. */
  public void putCommand(String command, Map<String, String> attributes) {
    String line = command.strip();
    int end = 0;
    while (end < line.length() && !Character.isWhitespace(line.charAt(end))) {
      end++;
    }
    put(line.substring(end), attributes);
  }

  /** Adds arguments as one text. */
  public void put(String arguments, Map<String, String> attributes) {
    String text = spaced(arguments);
    if (!text.isEmpty()) {
      attributes.put(WorkAttributes.ARGUMENTS, pool.shared(shortened(text)));
    }
  }

  /** Returns the text with single spaces between words. */
  private static String spaced(String text) {
    StringBuilder words = new StringBuilder(text.length());
    for (int k = 0; k < text.length(); k++) {
      char at = text.charAt(k);
      if (!Character.isWhitespace(at)) {
        words.append(at);
      } else if (words.length() > 0 && words.charAt(words.length() - 1) != ' ') {
        words.append(' ');
      }
    }
    int end = words.length();
    return words.substring(0, end > 0 && words.charAt(end - 1) == ' ' ? end - 1 : end);
  }

  private static String shortened(String text) {
    return text.length() <= MAX_CHARS
        ? text
        : text.substring(0, KEPT_CHARS) + " … " + Fingerprint.of(text);
  }
}
