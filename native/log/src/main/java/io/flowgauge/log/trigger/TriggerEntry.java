package io.flowgauge.log.trigger;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An entry of a trigger file, which sends events to a destination. Immutable and thread-safe.
 *
 * @param event name of an event, a prefix followed by {@code *}, or {@code *} for all events
 * @param where conditions that must all hold, possibly none
 * @param to where the events go: a scheme, a colon and an address
 * @param id who requested the entry, or empty
 */
public record TriggerEntry(String event, List<Condition> where, String to, Optional<String> id) {
  static final String EVENT = "event";
  static final String WHERE = "where";
  static final String TO = "to";
  static final String ID = "id";

  private static final char ANY = '*';

  /** The character that replaces bytes that are not UTF-8. */
  private static final char REPLACEMENT = '\uFFFD';

  /**
   * Checks the parts.
   *
   * @param event event names
   * @param where conditions
   * @param to where the events go
   * @param id who requested it
   * @throws IllegalArgumentException if a text is empty or has control characters, or {@code to}
   *     has no scheme
   */
  public TriggerEntry {
    requireText(EVENT, event);
    where = List.copyOf(where);
    requireText(TO, to);
    Objects.requireNonNull(id, ID).ifPresent(text -> requireText(ID, text));
    int colon = to.indexOf(':');
    if (colon < 1 || colon == to.length() - 1 || to.substring(0, colon).contains("/")) {
      throw new IllegalArgumentException(
          "to must be a scheme, a colon and an address, such as file:PATH, was '" + to + "'");
    }
  }

  private static void requireText(String name, String text) {
    Objects.requireNonNull(text, name);
    if (text.isEmpty() || hasForbidden(text)) {
      throw new IllegalArgumentException(
          name + " must be a text without control characters, not empty, was '" + text + "'");
    }
  }

  /** Whether a text could not be written to a line of a file and read back. */
  static boolean hasForbidden(String text) {
    int c;
    for (int k = 0; k < text.length(); k += Character.charCount(c)) {
      c = text.codePointAt(k);
      if (isForbidden(c)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isForbidden(int c) {
    return Character.isISOControl(c)
        || c == REPLACEMENT
        || Character.getType(c) == Character.SURROGATE;
  }

  /**
   * Makes an entry without conditions or id.
   *
   * @param event name of an event, a prefix followed by {@code *}, or {@code *} for all events
   * @param to where the events go
   * @return the entry
   * @throws IllegalArgumentException if a text is empty or has control characters, or {@code to}
   *     has no scheme
   */
  public static TriggerEntry of(String event, String to) {
    return new TriggerEntry(event, List.of(), to, Optional.empty());
  }

  /**
   * Copies the entry with an id.
   *
   * @param newId who requested it
   * @return an entry
   * @throws IllegalArgumentException if the id is empty or has control characters
   */
  public TriggerEntry withId(String newId) {
    return new TriggerEntry(event, where, to, Optional.of(newId));
  }

  /**
   * Copies the entry with other conditions.
   *
   * @param conditions all of which must hold
   * @return an entry
   */
  public TriggerEntry withConditions(List<Condition> conditions) {
    return new TriggerEntry(event, conditions, to, id);
  }

  /**
   * Whether the entry applies to events of a name, whatever their values.
   *
   * @param name name of the event
   * @return whether it applies
   */
  public boolean matches(String name) {
    int last = event.length() - 1;
    return event.charAt(last) == ANY ? name.regionMatches(0, event, 0, last) : name.equals(event);
  }

  /**
   * The entry as it is written in a trigger file.
   *
   * @return a line without line end
   */
  @Override
  public String toString() {
    StringBuilder line = new StringBuilder(pair(EVENT, event));
    if (!where.isEmpty()) {
      String all = where.stream().map(Condition::toString).collect(joining("&"));
      line.append(' ').append(pair(WHERE, all));
    }
    line.append(' ').append(pair(TO, to));
    id.ifPresent(text -> line.append(' ').append(pair(ID, text)));
    return line.toString();
  }

  private static String pair(String name, String value) {
    return name + "=" + (value.matches("[^ \"]+") ? value : quoted(value));
  }

  private static String quoted(String value) {
    return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
