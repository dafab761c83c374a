package io.flowgauge.log.write;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.format.BodyHead;
import io.flowgauge.log.format.BodyLayout;
import io.flowgauge.log.format.HeaderMessage;
import io.flowgauge.log.format.Text;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;

/**
 * A type of events declared in a log, and the means to log them. Thread-safe.
 *
 * <p>The fastest way is an interface with one method that takes the values; kept in a {@code static
 * final} field, a call costs little more than reading the clock:
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
 * <p>No call ever throws because of the log, or waits for it. A {@code null} text is logged as the
 * empty one. An event of 64 KiB or more, and one that finds its ring full, is dropped and counted.
 */
public final class EventType {
  private static final VarHandle ENABLED;

  static {
    try {
      ENABLED = MethodHandles.lookup().findVarHandle(EventType.class, "enabled", boolean.class);
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

  EventType(Lanes lanes, int typeId, EventSchema schema) {
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
   * What events of this type hold.
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
   * Switches events of this type on or off; other threads notice in a moment. Of a closed log they
   * stay off; and of one that has a trigger file, if that does not want them.
   *
   * @param on whether to log them
   */
  public synchronized void enable(boolean on) {
    this.on = on;
    update();
  }

  /** Whether there is a destination for its events. */
  synchronized void want(boolean isWanted) {
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
   * The typed way to log.
   *
   * @param lookup lookup of a class that sees the interface: {@code MethodHandles.lookup()}
   * @param form an interface with one abstract method, without result, whose parameters have the
   *     types of the fields in their order: {@code int}, {@code long}, {@code float}, {@code
   *     double}, {@code String}
   * @param <T> the interface
   * @return an object whose method logs an event
   * @throws IllegalArgumentException if the interface is not such, or the lookup does not see it
   */
  public <T> T as(MethodHandles.Lookup lookup, Class<T> form) {
    Objects.requireNonNull(lookup, "lookup");
    Objects.requireNonNull(form, "form");
    return new TypedForm(this).implement(lookup, form);
  }

  /**
   * Logs an event of boxed values: convenient, and slower than the typed way.
   *
   * @param values the values in the order of the fields
   * @throws IllegalArgumentException if their number or a type is not that of the fields, whether
   *     or not the type is enabled
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
    if (values.length != schema().fields().size()) {
      throw new IllegalArgumentException(
          "event " + schema().name() + " has " + schema().fields() + ", got " + values.length);
    }
    for (int k = 0; k < values.length; k++) {
      Field field = schema().fields().get(k);
      boolean noText = values[k] == null && field.type() == FieldType.STRING;
      if (!noText && !field.type().holds(values[k])) {
        throw new IllegalArgumentException(
            "value of " + field.name() + " must be " + field.type().label() + ", was " + values[k]);
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

  /** Bytes of texts with one more; too many stay too many. */
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

  /** How its events begin. */
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
    return "EventType[" + schema().name() + (isEnabled() ? "]" : ", off]");
  }
}
