package io.flowgauge.events;

import io.flowgauge.log.FieldType;
import java.util.Arrays;
import java.util.Objects;

/**
 * An event under construction. Texts that would not fit into an event are truncated, and the field
 * {@value #CUT} then says how many characters are missing in total. Not thread-safe.
 */
public final class LooseEvent {
  /** Name of the field that says how many characters were cut off. */
  public static final String CUT = "cut";

  /** Name of the field for values without a field of their own. */
  public static final String MORE = "more";

  /** The most characters of all texts: at three bytes each, they leave room for many numbers. */
  private static final int MAX_CHARS = 18_000;

  private static final int MAX_TEXT = 12_000;
  private static final int MAX_FIELDS = 250;
  private static final int MAX_CONSTANT = 1_000;
  private static final String NULL = "null";

  private final LooseEvents.Kind kind;
  private EventShape shape;
  private Object[] values;
  private int count;
  private int chars;
  private int cut;
  private StringBuilder more;

  LooseEvent(LooseEvents.Kind kind, Object[] first) {
    this.kind = kind;
    shape = kind.shape();
    count = first.length;
    values = Arrays.copyOf(first, Math.max(count, kind.latestCount()));
    for (int k = 0; k < count; k++) {
      if (values[k] instanceof String text) {
        values[k] = shortenToFit(text);
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
   * Adds a value: as a number if it is one of at most 64 bits, else as a text.
   *
   * @param name its name; if it is not allowed or taken, the field gets a similar one; null is the
   *     name {@code null}
   * @param value the value; null is the text {@code null}
   */
  public LooseEvent with(String name, Object value) {
    return with("", name, value);
  }

  /**
   * Adds a value under a name in two parts.
   *
   * @param prefix the first part of the name
   */
  public LooseEvent with(String prefix, String name, Object value) {
    String known = Objects.requireNonNullElse(name, NULL);
    FieldType type = type(value);
    return switch (type) {
      case STRING -> add(prefix, known, type, shortenToFit(text(value)));
      case INT32 -> add(prefix, known, type, int32(value));
      case INT64, FLOAT32, FLOAT64 -> add(prefix, known, type, value);
    };
  }

  private static FieldType type(Object value) {
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return FieldType.INT32;
    }
    if (value instanceof Long) {
      return FieldType.INT64;
    }
    if (value instanceof Float) {
      return FieldType.FLOAT32;
    }
    return value instanceof Double ? FieldType.FLOAT64 : FieldType.STRING;
  }

  private static Object int32(Object number) {
    return number instanceof Integer ? number : ((Number) number).intValue();
  }

  /**
   * Adds a value if it can be kept unchanged: under this name, in full, and with its own type.
   * Returns whether it was added.
   *
   * @param value an Integer, Long, Float, Double or String
   */
  public boolean offer(String name, Object value) {
    if (count >= MAX_FIELDS || (value instanceof String text && !fits(text))) {
      return false;
    }
    EventShape longer = shape.with(name, type(value));
    if (longer == null || !longer.isNamedAsWanted()) {
      return false;
    }
    shape = longer;
    append(value instanceof String text ? shortenToFit(text) : value);
    return true;
  }

  private void append(Object value) {
    if (count == values.length) {
      values = Arrays.copyOf(values, 2 * count + 1);
    }
    values[count++] = value;
  }

  private boolean fits(String text) {
    return text.length() <= Math.min(MAX_TEXT, MAX_CHARS - chars);
  }

  /**
   * Returns a value as text. Catches whatever the value throws, including errors and undeclared
   * exceptions, so that the host program is not affected.
   */
  private static String text(Object value) {
    if (value instanceof String text) {
      return text;
    }
    try {
      return value != null && value.getClass().isArray()
          ? elements(value)
          : Objects.requireNonNullElse(String.valueOf(value), NULL); // Its toString() may be null.
    } catch (Throwable e) {
      return "[toString() of "
          + value.getClass().getName()
          + " failed: "
          + e.getClass().getName()
          + "]";
    }
  }

  /** Returns the elements of an array of any type, such as {@code [1, 2]}. */
  private static String elements(Object array) {
    String text = Arrays.deepToString(new Object[] {array});
    return text.substring(1, text.length() - 1);
  }

  private LooseEvent add(String prefix, String name, FieldType type, Object value) {
    EventShape longer = count < MAX_FIELDS ? shape.with(prefix, name, type) : null;
    if (longer == null) {
      appendToMore(prefix + name, value);
    } else {
      shape = longer;
      append(value);
    }
    return this;
  }

  private void appendToMore(String name, Object value) {
    more = more == null ? new StringBuilder() : more.append(' ');
    more.append(name).append('=').append(value);
  }

  private String shortenToFit(String text) {
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
      shape = shape.withRegardlessOfLimit(MORE, FieldType.STRING);
      append(shortenToFit(text));
    }
    if (cut > 0) {
      shape = shape.withRegardlessOfLimit(CUT, FieldType.INT32);
      append(cut);
    }
    kind.latestCount(count);
    shape.type().log(count == values.length ? values : Arrays.copyOf(values, count));
  }
}
