package io.flowgauge.events;

import io.flowgauge.log.FieldType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An event being put together. Texts that would not fit into an event are truncated, and the field
 * {@value #CUT} then says how many characters are missing in total. Not thread-safe.
 */
public final class LooseEvent {
  /** Name of the field that says how many characters were cut off. */
  public static final String CUT = "cut";

  /** Name of the field for values without a field of their own. */
  public static final String MORE = "more";

  /** In UTF-8 three bytes each at most, which leaves room for many numbers. */
  private static final int MAX_CHARS = 18_000;

  private static final int MAX_TEXT = 12_000;
  private static final int MAX_FIELDS = 250;
  private static final int MAX_CONSTANT = 1_000;

  private final List<Object> values;
  private EventShape shape;
  private int chars;
  private int cut;
  private StringBuilder more;

  LooseEvent(EventShape shape, Object[] values) {
    this.shape = shape;
    this.values = new ArrayList<>(Math.max(8, 2 * values.length));
    this.values.addAll(Arrays.asList(values));
    for (int k = 0; k < values.length; k++) {
      if (values[k] instanceof String text) {
        this.values.set(k, fitted(text));
      }
    }
  }

  /**
   * Adds a text that many events share, so that the log stores it only once. Call it before adding
   * any other value.
   *
   * @param name its name, always the same at this place
   */
  public LooseEvent constant(String name, String value) {
    EventShape with = value.length() <= MAX_CONSTANT ? shape.constant(name, value) : null;
    if (with == null) {
      return with(name, value);
    }
    shape = with;
    return this;
  }

  /**
   * Adds a value: as a number if it is one of 32 or 64 bits, else as a text.
   *
   * @param name its name; if it is not allowed or taken, the field gets a similar one
   * @param value the value; null is the text {@code null}
   */
  public LooseEvent with(String name, Object value) {
    return with("", name, value);
  }

  /**
   * The same, with a name in two parts.
   *
   * @param prefix what comes before the name
   */
  public LooseEvent with(String prefix, String name, Object value) {
    if (value instanceof String text) {
      return add(prefix, name, FieldType.STRING, fitted(text));
    }
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return add(prefix, name, FieldType.INT32, ((Number) value).intValue());
    }
    if (value instanceof Long || value instanceof Float || value instanceof Double) {
      return add(prefix, name, FieldType.of(value).orElseThrow(), value);
    }
    return add(prefix, name, FieldType.STRING, fitted(text(value)));
  }

  /**
   * Adds a value if it can be kept just as it is: under this name, whole, and of its own type.
   *
   * @param value an Integer, Long, Float, Double or String
   */
  public boolean offer(String name, Object value) {
    if (values.size() >= MAX_FIELDS || (value instanceof String text && !fits(text))) {
      return false;
    }
    EventShape longer = shape.with(name, FieldType.of(value).orElseThrow());
    if (longer == null || !longer.endsWith(name)) {
      return false;
    }
    shape = longer;
    values.add(value instanceof String text ? fitted(text) : value);
    return true;
  }

  private boolean fits(String text) {
    return text.length() <= Math.min(MAX_TEXT, MAX_CHARS - chars);
  }

  /** Catches whatever the value throws, so that the host does not notice. */
  private static String text(Object value) {
    try {
      return value instanceof Object[] many ? Arrays.deepToString(many) : String.valueOf(value);
    } catch (RuntimeException | StackOverflowError e) {
      return "[toString() of "
          + value.getClass().getName()
          + " failed: "
          + e.getClass().getName()
          + "]";
    }
  }

  private LooseEvent add(String prefix, String name, FieldType type, Object value) {
    EventShape longer = values.size() < MAX_FIELDS ? shape.with(prefix, name, type) : null;
    if (longer == null) {
      more(prefix + name, value);
    } else {
      shape = longer;
      values.add(value);
    }
    return this;
  }

  private void more(String name, Object value) {
    more = more == null ? new StringBuilder() : more.append(' ');
    more.append(name).append('=').append(value);
  }

  private String fitted(String text) {
    int fits = Math.min(text.length(), Math.min(MAX_TEXT, MAX_CHARS - chars));
    if (fits > 0 && fits < text.length() && Character.isHighSurrogate(text.charAt(fits - 1))) {
      fits--;
    }
    chars += fits;
    cut += text.length() - fits;
    return text.substring(0, fits);
  }

  /** Logs the event. */
  public void log() {
    if (more != null) {
      String text = more.toString();
      chars -= Math.min(chars, text.length()); // Counted already, except for the names.
      shape = shape.withAnyhow(MORE, FieldType.STRING);
      values.add(fitted(text));
    }
    if (cut > 0) {
      shape = shape.withAnyhow(CUT, FieldType.INT32);
      values.add(cut);
    }
    shape.type().log(values.toArray());
  }
}
