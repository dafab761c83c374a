package io.flowgauge.events;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.write.EventLog;

/**
 * Logs events whose fields vary. Each combination of fields is an event type of its own, so that
 * values are typed and named like all others; beyond a limit, further fields go into one text.
 * Thread-safe.
 */
public final class LooseEvents {
  /** Far below the number of types a log can have, to leave room for others. */
  private static final int MAX_SHAPES = 4096;

  private final EventLog log;
  private final Room room;

  /** Creates a factory of events for a log. */
  public LooseEvents(EventLog log) {
    this(log, MAX_SHAPES);
  }

  LooseEvents(EventLog log, int maxShapes) {
    this.log = log;
    room = new Room(maxShapes);
  }

  /**
   * Declares events that share a name and everything else in a schema.
   *
   * @param schema name, constants and first fields
   * @return creates such events
   * @throws IllegalArgumentException if the log has no room for the type
   */
  public Kind kind(EventSchema schema) {
    EventShape shape = new EventShape(log, room, schema);
    shape.type();
    return new Kind(shape);
  }

  /** Events that share a name, constants and first fields. Thread-safe. */
  public static final class Kind {
    private final EventShape shape;

    /**
     * Number of values of the last event, with which the array of the next one is created. A stale
     * number only costs a copy.
     */
    private int latestCount;

    private Kind(EventShape shape) {
      this.shape = shape;
    }

    /**
     * Whether such events are logged.
     *
     * @return false if they are switched off or the log is closed, so that there is no need to
     *     build one
     */
    public boolean isEnabled() {
      return shape.isEnabled();
    }

    /**
     * Begins an event.
     *
     * @param values the values of the fields in the schema, in order
     */
    public LooseEvent begin(Object... values) {
      return new LooseEvent(this, values);
    }

    EventShape shape() {
      return shape;
    }

    int latestCount() {
      return latestCount;
    }

    void latestCount(int count) {
      if (latestCount != count) {
        latestCount = count;
      }
    }
  }
}
