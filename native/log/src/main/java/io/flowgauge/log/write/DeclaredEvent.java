package io.flowgauge.log.write;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.format.BodyHead;
import io.flowgauge.log.format.BodyLayout;
import io.flowgauge.log.format.HeaderMessage;
import io.flowgauge.log.format.Text;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;

/**
 * An event type declared in a log, through which its events are logged. Thread-safe.
 *
 * <p>The fastest way is through an interface with one method that takes the values. If the object
 * is kept in a {@code static final} field, a call costs little more than reading the clock:
 *
 * <pre>{@code
 * interface TransferEnd {
 *   void log(long blockId, int bytes);
 * }
 *
 * TransferEnd transferEnd = type.as(MethodHandles.lookup(), TransferEnd.class);
 * transferEnd.log(17, 65_536);
 * }</pre>
 *
 * <p>No call waits for the log or throws because of it. A {@code null} text is logged as an empty
 * one. An event is dropped and counted if it takes 64 KiB or more, or if its ring is full.
 */
public final class DeclaredEvent {
  private static final VarHandle ENABLED;

  static {
    try {
      ENABLED = MethodHandles.lookup().findVarHandle(DeclaredEvent.class, "enabled", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final HeaderMessage header;
  private final BodyLayout layout;
  private final EventStart start;

  @SuppressWarnings("unused") // Read through ENABLED.
  private boolean enabled = true;

  private boolean on = true;
  private boolean wanted = true;
  private boolean closed;

  DeclaredEvent(Lanes lanes, int typeId, EventSchema schema) {
    header = new HeaderMessage(typeId, schema);
    layout = new BodyLayout(schema);
    start = EventStart.of(lanes, typeId, layout.numberBytes());
    requireMessage("header message", header.bytes());
    requireMessage("message", BodyHead.FULL + layout.minBytes());
  }

  private void requireMessage(String what, int bytes) {
    if (bytes > BodyHead.MAX_MESSAGE) {
      throw new IllegalArgumentException(
          what
              + " of event "
              + schema().name()
              + " must have at most "
              + BodyHead.MAX_MESSAGE
              + " bytes, would have "
              + bytes);
    }
  }

  /**
   * The schema of this type.
   *
   * @return the schema it was declared with
   */
  public EventSchema schema() {
    return header.schema();
  }

  /**
   * Whether events of this type are logged.
   *
   * @return false if they are switched off or the log is closed: calls then do nothing
   */
  public boolean isEnabled() {
    return (boolean) ENABLED.getOpaque(this);
  }

  /**
   * Switches events of this type on or off; other threads notice soon after. They stay off once the
   * log is closed, and while the log's trigger file does not want them.
   *
   * @param on whether to log them
   */
  public synchronized void enable(boolean on) {
    this.on = on;
    update();
  }

  /** Sets whether there is a destination for its events. */
  synchronized void setWanted(boolean isWanted) {
    wanted = isWanted;
    update();
  }

  synchronized void close() {
    closed = true;
    update();
  }

  private void update() {
    ENABLED.setOpaque(this, on && wanted && !closed);
  }

  /**
   * Implements an interface whose method logs events of this type.
   *
   * @param lookup lookup of a class that sees the interface: {@code MethodHandles.lookup()}
   * @param form an interface with one abstract method, which returns nothing and whose parameters
   *     have the types of the fields, in order: {@code int}, {@code long}, {@code float}, {@code
   *     double}, {@code String}
   * @param <T> the interface
   * @return an object whose method logs an event
   * @throws IllegalArgumentException if the interface is not of this form, or the lookup cannot
   *     access it
   */
  public <T> T as(MethodHandles.Lookup lookup, Class<T> form) {
    Objects.requireNonNull(lookup, "lookup");
    Objects.requireNonNull(form, "form");
    return new TypedForm(this).implement(lookup, form);
  }

  /**
   * Logs an event from boxed values: convenient, but slower than the typed way.
   *
   * @param values the values in the order of the fields
   * @throws IllegalArgumentException if the values do not match the fields in number and type,
   *     whether or not the type is enabled
   */
  public void log(Object... values) {
    check(values);
    if (!isEnabled()) {
      return;
    }
    Lane lane = start.begin(textBytes(values));
    if (lane != null) {
      for (int k = 0; k < values.length; k++) {
        put(lane, layout.place(k), values[k]);
      }
      lane.commit();
    }
  }

  private void check(Object[] values) {
    if (values.length != layout.fields()) {
      throw new IllegalArgumentException(
          "event " + schema().name() + " has " + schema().fields() + ", got " + values.length);
    }
    for (int k = 0; k < values.length; k++) {
      FieldType type = layout.type(k);
      boolean noText = values[k] == null && type == FieldType.STRING;
      if (!noText && !type.holds(values[k])) {
        String name = schema().fields().get(k).name();
        throw new IllegalArgumentException(
            "value of " + name + " must be " + type.label() + ", was " + values[k]);
      }
    }
  }

  private int textBytes(Object[] values) {
    int bytes = 0;
    for (int k = 0; k < values.length; k++) {
      if (layout.type(k) == FieldType.STRING) {
        bytes = addText(bytes, (String) values[k]);
      }
    }
    return bytes;
  }

  /**
   * Adds the length of a text to that of others, in bytes. The sum is limited, so that it does not
   * overflow for texts that are too long.
   */
  static int addText(int bytes, String text) {
    int more = Text.LENGTH_BYTES + (text == null ? 0 : boundedBytes(text));
    return Math.min(bytes + more, 2 * BodyHead.MAX_MESSAGE);
  }

  private static int boundedBytes(String text) {
    return text.length() > BodyHead.MAX_MESSAGE ? BodyHead.MAX_MESSAGE : Text.bytes(text);
  }

  private static void put(Lane lane, int place, Object value) {
    if (value instanceof Integer number) {
      lane.int32(place, number);
    } else if (value instanceof Long number) {
      lane.int64(place, number);
    } else if (value instanceof Float number) {
      lane.float32(place, number);
    } else if (value instanceof Double number) {
      lane.float64(place, number);
    } else {
      lane.string((String) value);
    }
  }

  /** Returns the start of its events. */
  EventStart start() {
    return start;
  }

  HeaderMessage header() {
    return header;
  }

  BodyLayout layout() {
    return layout;
  }

  @Override
  public String toString() {
    return "DeclaredEvent[" + schema().name() + (isEnabled() ? "]" : ", off]");
  }
}
