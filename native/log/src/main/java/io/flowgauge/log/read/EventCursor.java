package io.flowgauge.log.read;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.StreamIdentity;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;

/**
 * Reads events one after another and returns their values unboxed, without creating objects. Not
 * thread-safe.
 *
 * <pre>{@code
 * EventCursor events = log.cursor();
 * while (events.next()) {
 *   if (events.schema().name().equals("transfer.end")) {
 *     bytes += events.int32(1);
 *   }
 * }
 * }</pre>
 *
 * <p>Every method except {@link #next()} is about the current event and throws {@link
 * IllegalStateException} if there is none.
 */
public interface EventCursor {
  /**
   * Merges several cursors by time; among simultaneous events, the one whose cursor was given first
   * comes first. Each cursor's events keep their order.
   *
   * @param cursors cursors before their first events
   * @return a cursor before the earliest event
   */
  static EventCursor merged(Collection<? extends EventCursor> cursors) {
    return new MergedCursor(cursors);
  }

  /**
   * Moves to the next event.
   *
   * @return whether there is one
   * @throws IOException if the log cannot be read
   */
  boolean next() throws IOException;

  /**
   * When it happened.
   *
   * @return nanoseconds since 1970-01-01T00:00:00Z
   */
  long timeNanos();

  /**
   * Its schema; the same object for all events of a type in a log.
   *
   * @return its schema
   */
  EventSchema schema();

  /**
   * The process and thread it comes from.
   *
   * @return the source, or empty if that part of the log is lost
   */
  Optional<StreamIdentity> source();

  /**
   * The stream it comes from.
   *
   * @return the same object for all events of a stream; empty if the events are not from a binary
   *     log
   */
  default Optional<StreamId> stream() {
    return Optional.empty();
  }

  /**
   * How many events of its stream were logged before it; together with the stream, this identifies
   * the event.
   *
   * @return a number counted from 0
   * @throws IllegalStateException if there is no current event, or it is not from a binary log
   */
  default long number() {
    throw new IllegalStateException("events have numbers only in binary logs");
  }

  /**
   * A 32-bit integer.
   *
   * @param field index into the fields of the schema
   * @return the value
   * @throws IllegalArgumentException if the field is of another type
   * @throws IndexOutOfBoundsException if there is no such field
   */
  int int32(int field);

  /**
   * A 64-bit or 32-bit integer.
   *
   * @param field index into the fields of the schema
   * @return the value
   * @throws IllegalArgumentException if the field is of another type
   * @throws IndexOutOfBoundsException if there is no such field
   */
  long int64(int field);

  /**
   * A 32-bit floating-point number.
   *
   * @param field index into the fields of the schema
   * @return the value
   * @throws IllegalArgumentException if the field is of another type
   * @throws IndexOutOfBoundsException if there is no such field
   */
  float float32(int field);

  /**
   * A 64-bit or 32-bit floating-point number.
   *
   * @param field index into the fields of the schema
   * @return the value
   * @throws IllegalArgumentException if the field is of another type
   * @throws IndexOutOfBoundsException if there is no such field
   */
  double float64(int field);

  /**
   * A text.
   *
   * @param field index into the fields of the schema
   * @return the value
   * @throws IllegalArgumentException if the field is of another type
   * @throws IndexOutOfBoundsException if there is no such field
   */
  String string(int field);

  /**
   * The current event as an object.
   *
   * @return an event that stays valid when the cursor moves on
   */
  LogEvent event();
}
