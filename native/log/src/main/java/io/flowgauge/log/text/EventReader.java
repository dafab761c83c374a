package io.flowgauge.log.text;

import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.EventCursor;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.Objects;

/**
 * Reads events from a text form. What is no event of that form shows as a {@link
 * io.flowgauge.trace.TraceFormatException} when the cursor comes to it. Closing the stream is left
 * to whoever opened it.
 *
 * <p>The lines of BP and ULM do not tell types: what is not in quotes and looks like a whole number
 * is an int64, like another number a float64, anything else a text. Blank lines and those that
 * begin with {@code #} are passed over. After the exception for a line that is none, {@code next()}
 * goes on with the line after it; XML ends where it is broken.
 */
public final class EventReader {
  private EventReader() {}

  /**
   * Reads NetLogger BP; see {@link EventWriter#bp}.
   *
   * @param in gives the bytes
   * @param name name of the input, for messages
   * @return a cursor before the first event
   */
  public static EventCursor bp(InputStream in, String name) {
    return new PairCursor(PairForm.BP, in, name);
  }

  /**
   * Reads ULM; see {@link EventWriter#ulm}. A fraction of a second with less than six digits counts
   * microseconds, as some writers leave out the zeros before them.
   *
   * @param in gives the bytes; the eight bytes that streams begin with are passed over
   * @param name name of the input, for messages
   * @return a cursor before the first event
   */
  public static EventCursor ulm(InputStream in, String name) {
    return new PairCursor(PairForm.ULM, in, name);
  }

  /**
   * Reads XML; see {@link EventWriter#xml}. Document types and entities of their own are not read.
   *
   * @param in gives the bytes
   * @param name name of the input, for messages
   * @return a cursor before the first event
   * @throws IOException if they cannot be read
   */
  public static EventCursor xml(InputStream in, String name) throws IOException {
    return new XmlCursor(in, name);
  }

  /**
   * Goes through events that are there as objects.
   *
   * @param events gives them, in their order
   * @return a cursor before the first event
   */
  public static EventCursor of(Iterator<LogEvent> events) {
    Objects.requireNonNull(events, "events");
    return new ParsedCursor() {
      @Override
      LogEvent read() {
        return events.hasNext() ? events.next() : null;
      }
    };
  }
}
