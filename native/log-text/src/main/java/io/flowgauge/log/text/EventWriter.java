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
 * <p>Closing a writer closes the stream it writes to. Where the source of an event is known, its
 * host and program are written, too, unless the event has values of these names.
 */
public interface EventWriter extends Closeable, Flushable {
  /**
   * NetLogger BP: one event a line, {@code ts=2014-05-13T16:53:20.000007Z event=transfer.end
   * level=Info BYTES=65536 FILE="a b"}. Times are cut to microseconds. Texts are in quotes where
   * they could be taken for something else; there {@code \"} is a quote and {@code \\} a backslash.
   * A line end or another control character inside a text becomes a blank. A value that is itself
   * named {@code ts} or {@code event} gets an underscore before its name.
   *
   * @param out the output
   * @return a writer
   */
  static EventWriter bp(OutputStream out) {
    return LineWriter.pairs(PairForm.BP, out);
  }

  /**
   * ULM: one event a line, {@code DATE=20140513165320.000007 HOST=foo.lbl.gov PROG=gridftp LVL=Info
   * NL.EVNT=transfer.end BYTES=65536}. Otherwise as BP.
   *
   * @param out the output
   * @return a writer
   */
  static EventWriter ulm(OutputStream out) {
    return LineWriter.pairs(PairForm.ULM, out);
  }

  /**
   * XML: an element for each event, with the types of its values; nothing is lost but characters
   * that XML has no form for, which become U+FFFD.
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
   * @throws IOException if they cannot be written
   */
  static EventWriter xml(OutputStream out) throws IOException {
    return new XmlWriter(out);
  }

  /**
   * JSON Lines: one event a line, {@code
   * {"time":"2014-05-13T16:53:20.000000007Z","event":"transfer.end","host":"foo.lbl.gov","program":
   * "gridftp","values":{"BYTES":65536}}}. Infinite values and NaN are texts.
   *
   * @param out the output
   * @return a writer
   * @throws IOException if they cannot be written
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
   * CSV (RFC 4180, but for line feeds as line ends): a row for each event below a row of names, to
   * be loaded as one table. The columns are {@code time}, {@code event}, {@code host}, {@code
   * program}, {@code pid} and {@code thread}, then every field and constant of the given types in
   * the order in which they first occur; fields of the same name share a column. A value an event
   * lacks is an empty cell; an empty text is {@code ""}.
   *
   * <pre>{@code
   * time,event,host,program,pid,thread,BLOCK_ID,BYTES,FILE
   * 2014-05-13T16:53:20.000000007Z,transfer.end,foo.lbl.gov,gridftp,4711,main,17,65536,"a, b"
   * }</pre>
   *
   * <p>A value that is named like one of the first columns takes its place, but {@code time} and
   * {@code event} get an underscore before their names. The writer refuses an event with a value
   * that has no column, by an {@link IllegalArgumentException}.
   *
   * @param out the output
   * @param schemas the types of the events, as {@link io.flowgauge.log.read.LogReader#schemas()}
   *     gives them
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
   * Flushes what is written so far; in the binary form this ends blocks, so do it rarely.
   *
   * @throws IOException if it cannot be written
   */
  @Override
  void flush() throws IOException;

  /**
   * Writes all events that are left.
   *
   * @param events a cursor before the first of them
   * @return how many
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
