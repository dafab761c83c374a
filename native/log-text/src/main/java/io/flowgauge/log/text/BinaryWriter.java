package io.flowgauge.log.text;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.trace.Times;
import java.io.IOException;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Writes past events, with their own times and sources, as a binary log, to convert text forms or
 * to join several logs. Not thread-safe.
 *
 * <pre>{@code
 * try (InputStream in = Files.newInputStream(Path.of("transfers.bp"));
 *     BinaryWriter log = EventWriter.binary(Files.newOutputStream(Path.of("transfers.nlb")))) {
 *   log.writeAll(EventReader.bp(in, "transfers.bp"));
 * }
 * }</pre>
 *
 * <p>The log has a stream for each source and one for events of unknown source. Reading returns the
 * events of each source in the order of writing. All events are returned in that order if no time
 * was earlier than the one before and no two sources had events at the same time.
 *
 * <p>The writer refuses an event that the format cannot hold, and continues without it: one of 64
 * KiB or more, one of a 65536th type, one with an unpaired surrogate in a text, or one from a
 * source with names of more than 4096 bytes.
 *
 * <p>To log events as they happen, use {@link io.flowgauge.log.write.EventLog}, which does not slow
 * the program down.
 */
public final class BinaryWriter implements EventWriter {
  /** Number of pending bytes in all streams above which blocks are written before they are full. */
  private static final long MAX_PENDING = 1 << 25;

  private static final SecureRandom RANDOM = new SecureRandom();

  private final OutputStream out;
  private final long log = RANDOM.nextLong();
  private final Map<EventSchema, BinaryType> types = new HashMap<>();
  private final Map<Optional<StreamIdentity>, BinaryStream> streams = new LinkedHashMap<>();
  private long pending;
  private boolean closed;

  BinaryWriter(OutputStream out) {
    this.out = out;
  }

  /**
   * Writes an event.
   *
   * @param event a cursor, whose current event is written
   * @throws IOException if it cannot be written
   * @throws IllegalArgumentException if the format cannot hold the event; the message gives its
   *     name and time
   */
  @Override
  public void write(EventCursor event) throws IOException {
    try {
      BinaryType type = type(event.schema());
      int bytes = type.measure(event);
      append(stream(event.source()), type, bytes, event);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "event "
              + event.schema().name()
              + " at "
              + Times.instant(event.timeNanos())
              + " "
              + e.getMessage(),
          e);
    }
  }

  private void append(BinaryStream stream, BinaryType type, int bytes, EventCursor event)
      throws IOException {
    long before = stream.pending();
    stream.prepare(type, bytes, out);
    if (stream.add(type, event)) {
      stream.writeBlock(out);
    }
    pending += stream.pending() - before;
    if (pending > MAX_PENDING) {
      writeAllBlocks();
    }
  }

  private void writeAllBlocks() throws IOException {
    for (BinaryStream stream : streams.values()) {
      if (stream.pending() > 0) {
        stream.writeBlock(out);
      }
      stream.release();
    }
    pending = 0;
  }

  private BinaryType type(EventSchema schema) {
    BinaryType known = types.get(schema);
    if (known == null) {
      known = BinaryType.of(types.size() + 1, schema);
      types.put(schema, known);
    }
    return known;
  }

  private BinaryStream stream(Optional<StreamIdentity> source) {
    BinaryStream known = streams.get(source);
    if (known == null) {
      known = new BinaryStream(log, streams.size(), source);
      streams.put(source, known);
    }
    return known;
  }

  /**
   * Notes that events of a source are missing, because they were dropped or lost. The log records
   * their number like that of dropped events.
   *
   * @param source where they came from, or empty if unknown
   * @param events number of further missing events
   * @throws IllegalArgumentException if the number is negative, or the format cannot hold the
   *     source
   */
  public void missing(Optional<StreamIdentity> source, long events) {
    if (events < 0) {
      throw new IllegalArgumentException("missing events must be 0 or more, was " + events);
    }
    if (events > 0) {
      stream(source).missing(events);
    }
  }

  @Override
  public void flush() throws IOException {
    writeAllBlocks();
    out.flush();
  }

  /**
   * Ends all streams and closes the output. Closing again has no effect.
   *
   * @throws IOException if the last bytes cannot be written
   */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (out) {
      for (BinaryStream stream : streams.values()) {
        stream.end(out);
      }
    }
  }
}
