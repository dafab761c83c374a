package io.flowgauge.traces.json;

import com.fasterxml.jackson.core.JsonStreamContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/** Formats places in a JSON document: {@code $.activities.a.events[2][1]}. Stateless. */
public final class JsonPath {
  /** The document as a whole. */
  public static final String ROOT = "$";

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");
  private static final int SHOWN = 80;

  private JsonPath() {}

  /**
   * Returns the path of a member of an object.
   *
   * @param name name of the member; quoted unless it is a plain word, and cut if it is long
   */
  public static String member(String object, String name) {
    String shown = name.length() > SHOWN ? name.substring(0, SHOWN) + "…" : name;
    if (PLAIN.matcher(shown).matches()) {
      return object + "." + shown;
    }
    StringBuilder quoted = new StringBuilder(object).append("['");
    shown.chars().forEach(c -> append(quoted, (char) c));
    return quoted.append("']").toString();
  }

  /**
   * Returns the path of an element of an array.
   *
   * @param index counted from 0
   */
  public static String element(String array, int index) {
    return array + "[" + index + "]";
  }

  static String of(JsonStreamContext context) {
    Deque<JsonStreamContext> outerFirst = new ArrayDeque<>();
    for (JsonStreamContext c = context; c != null; c = c.getParent()) {
      outerFirst.push(c);
    }
    String path = ROOT;
    for (JsonStreamContext c : outerFirst) {
      if (c.inArray() && c.hasCurrentIndex()) {
        path = element(path, c.getCurrentIndex());
      } else if (c.inObject() && c.hasCurrentName()) {
        path = member(path, c.getCurrentName());
      }
    }
    return path;
  }

  private static void append(StringBuilder quoted, char c) {
    if (c == '\'' || c == '\\') {
      quoted.append('\\');
    }
    // Replaces control characters, because a path is part of a one-line message.
    quoted.append(Character.isISOControl(c) ? '\uFFFD' : c);
  }
}
