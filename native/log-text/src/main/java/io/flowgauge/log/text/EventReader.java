package io.flowgauge.log.text;

import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.EventCursor;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.Objects;

/**
 * Reads events from a text form. If anything is malformed, the cursor throws a {@link
 * io.flowgauge.trace.TraceFormatException}. The code that opened the stream must close it.
 *
 * <p>Lines of BP and ULM carry no types: an unquoted value that looks like a whole number, without
 * zeros before it, is an int64, one that looks like another number a float64, anything else a text.
 * The reader skips blank lines and those that begin with {@code #}. After the exception for a
 * malformed line, {@code next()} continues with the next line; XML ends where it is broken.
 */
public final class EventReader {
  private EventReader() {}

  /**
   * Reads NetLogger BP; see {@link EventWriter#bp}.
   *
   * @param in the input
   * @param name name of the input, for messages
   * @return a cursor before the first event
   */
  public static EventCursor bp(InputStream in, String name) {
    return new PairCursor(PairForm.BP, in, name);
  }

  /**
   * Reads ULM; see {@link EventWriter#ulm}. A fraction of a second with fewer than six digits
   * counts microseconds, because some writers leave out leading zeros.
   *
   * @param in the input; the eight bytes that streams begin with are skipped
   * @param name name of the input, for messages
   * @return a cursor before the first event
   */
  public static EventCursor ulm(InputStream in, String name) {
    return new PairCursor(PairForm.ULM, in, name);
  }

  /**
   * Reads XML; see {@link EventWriter#xml}. It does not read document types or the entities these
   * declare.
   *
   * @param in the input
   * @param name name of the input, for messages
   * @return a cursor before the first event
   * @throws IOException if the input cannot be read
   */
  public static EventCursor xml(InputStream in, String name) throws IOException {
    return new XmlCursor(in, name);
  }

  /**
   * Makes a cursor over events given as objects.
   *
   * @param events the events, in their order
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
