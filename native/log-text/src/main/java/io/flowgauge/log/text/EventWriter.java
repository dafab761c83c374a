package io.flowgauge.log.text;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.read.EventCursor;
import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;

/**
 * Writes events in a text form or the binary one. Not thread-safe.
 *
 * <pre>{@code
 * try (LogReader log = LogReader.open(Path.of("transfers.nlb"));
 *     EventWriter bp = EventWriter.bp(Files.newOutputStream(Path.of("transfers.bp")))) {
 *   bp.writeAll(log.cursor());
 * }
 * }</pre>
 *
 * <p>Closing a writer closes the stream it writes to. If the source of an event is known, its host
 * and program are written, too, unless the event has values with these names.
 */
public interface EventWriter extends Closeable, Flushable {
  /**
   * NetLogger BP: one event per line, {@code ts=2014-05-13T16:53:20.000007Z event=transfer.end
   * level=Info BYTES=65536 FILE="a b"}. Times are cut to microseconds. Texts are quoted where they
   * could be mistaken for something else; in quotes, {@code \"} is a quote and {@code \\} a
   * backslash. A line end or another control character inside a text becomes a blank. A value that
   * is itself named {@code ts} or {@code event} gets an underscore before its name, or more if
   * another value already has that name.
   *
   * @param out the output
   * @return a writer
   */
  static EventWriter bp(OutputStream out) {
    return LineWriter.pairs(PairForm.BP, out);
  }

  /**
   * ULM: one event per line, {@code DATE=20140513165320.000007 HOST=foo.lbl.gov PROG=gridftp
   * LVL=Info NL.EVNT=transfer.end BYTES=65536}. Otherwise like BP.
   *
   * @param out the output
   * @return a writer
   */
  static EventWriter ulm(OutputStream out) {
    return LineWriter.pairs(PairForm.ULM, out);
  }

  /**
   * XML: an element for each event, with the types of its values. Nothing is lost except characters
   * that XML cannot represent, which become U+FFFD.
   *
   * <pre>{@code
   * <event name="transfer.end" time="2014-05-13T16:53:20.000000007Z" host="foo.lbl.gov"
   *     program="gridftp" pid="4711" tid="1" thread="main">
   *   <value name="BYTES" type="int32">65536</value>
   *   <value name="PORT" type="int32" constant="true">2811</value>
   * </event>
   * }</pre>
   *
   * @param out the output
   * @return a writer
   * @throws IOException if the output cannot be written
   */
  static EventWriter xml(OutputStream out) throws IOException {
    return new XmlWriter(out);
  }

  /**
   * JSON Lines: one event per line, {@code
   * {"time":"2014-05-13T16:53:20.000000007Z","event":"transfer.end","host":"foo.lbl.gov","program":
   * "gridftp","processId":4711,"thread":"main","values":{"BYTES":65536}}}. An event whose source is
   * unknown has none of the four members between event and values. Infinite values and NaN are
   * texts. Half a pair of surrogates becomes U+FFFD.
   *
   * @param out the output
   * @return a writer
   * @throws IOException if the output cannot be written
   */
  static EventWriter jsonLines(OutputStream out) throws IOException {
    return new JsonLinesWriter(out);
  }

  /**
   * Binary: what {@link io.flowgauge.log.read.LogReader} reads, with nothing lost.
   *
   * @param out the output
   * @return a writer
   */
  static BinaryWriter binary(OutputStream out) {
    return new BinaryWriter(out);
  }

  /**
   * CSV (RFC 4180, but with line feeds as line ends): a row of names, then a row for each event, to
   * be loaded as one table. The columns are {@code time}, {@code event}, {@code host}, {@code
   * program}, {@code pid} and {@code thread}, then every field and constant of the given types in
   * the order in which they first occur; fields of the same name share a column. A value that an
   * event lacks is an empty cell; an empty text is {@code ""}.
   *
   * <pre>{@code
   * time,event,host,program,pid,thread,BLOCK_ID,BYTES,FILE
   * 2014-05-13T16:53:20.000000007Z,transfer.end,foo.lbl.gov,gridftp,4711,main,17,65536,"a, b"
   * }</pre>
   *
   * <p>A value with the name of one of the first columns takes its place, but values named {@code
   * time} or {@code event} get underscores before their names, as in BP. If a value of an event has
   * no column, the writer refuses the event with an {@link IllegalArgumentException}.
   *
   * @param out the output
   * @param schemas the types of the events, as {@link io.flowgauge.log.read.LogReader#schemas()}
   *     returns them
   * @return a writer
   * @throws IOException if the row of names cannot be written
   */
  static EventWriter csv(OutputStream out, Collection<EventSchema> schemas) throws IOException {
    return LineWriter.csv(out, schemas);
  }

  /**
   * Writes an event.
   *
   * @param event a cursor, whose current event is written
   * @throws IOException if it cannot be written
   * @throws IllegalArgumentException if the form cannot hold it
   */
  void write(EventCursor event) throws IOException;

  /**
   * Flushes what has been written so far; in the binary form this ends blocks, so do it rarely.
   *
   * @throws IOException if it cannot be written
   */
  @Override
  void flush() throws IOException;

  /**
   * Writes all remaining events.
   *
   * @param events a cursor before the first of them
   * @return number of events written
   * @throws IOException if they cannot be read or written
   */
  default long writeAll(EventCursor events) throws IOException {
    long count = 0;
    while (events.next()) {
      write(events);
      count++;
    }
    return count;
  }
}
