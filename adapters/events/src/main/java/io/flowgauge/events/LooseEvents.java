package io.flowgauge.events;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.write.EventLog;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Logs events whose fields vary. Each combination of fields is a type of its own in the log, so
 * that their values are typed and named like all others; there is a limit to that, beyond which
 * further fields go into one text. Thread-safe.
 */
public final class LooseEvents {
  /** Far below the number of types a log can have, which others want, too. */
  private static final int MAX_SHAPES = 4096;

  private final EventLog log;
  private final AtomicInteger room;

  /**
   * Events of a log.
   *
   * @param log an open log
   */
  public LooseEvents(EventLog log) {
    this(log, MAX_SHAPES);
  }

  LooseEvents(EventLog log, int maxShapes) {
    this.log = log;
    room = new AtomicInteger(maxShapes);
  }

  /**
   * Declares events that share a name and what else is in a schema.
   *
   * @param schema name, constants and first fields
   * @return what begins such events
   * @throws IllegalArgumentException if the log has no room for the type
   */
  public Kind kind(EventSchema schema) {
    Shape shape = new Shape(log, room, schema);
    shape.type();
    return new Kind(shape);
  }

  /** Events that begin alike. Immutable and thread-safe. */
  public static final class Kind {
    private final Shape shape;

    private Kind(Shape shape) {
      this.shape = shape;
    }

    /**
     * Whether such events are logged.
     *
     * @return false if they are switched off or the log is closed, so that nothing need be put
     *     together
     */
    public boolean isEnabled() {
      return shape.isEnabled();
    }

    /**
     * Begins an event.
     *
     * @param values of the fields in the schema
     * @return what takes further fields
     */
    public LooseEvent begin(Object... values) {
      return new LooseEvent(shape, values);
    }
  }
}
