package io.flowgauge.log.text;

import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.BodyHead;
import io.flowgauge.log.format.ClockAnchor;
import io.flowgauge.log.format.FormatException;
import io.flowgauge.log.format.HeaderMessage;
import io.flowgauge.log.format.IdentitySection;
import io.flowgauge.log.read.EventCursor;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.Optional;

/** Encodes the events of one source as the blocks of a stream. Not thread-safe. */
final class BinaryStream {
  static final ByteOrder ORDER = ByteOrder.nativeOrder();

  /** Size in bytes from which a block is finished after the current message. */
  static final int BLOCK = 128 * 1024;

  private static final int INITIAL = 512;

  /** Number of bytes after a short head that are overwritten when the head is written. */
  private static final int SLACK = 1;

  /** The anchor for times that already are wall-clock times. */
  private static final ClockAnchor SAME_CLOCK = new ClockAnchor(0, 0);

  private final long log;
  private final int stream;
  private final byte[] identity;
  private final ByteBuffer frame = ByteBuffer.allocate(BlockHeader.BYTES).order(ORDER);

  private int number;
  private long written;
  private long missing;

  /**
   * Types whose header messages were written since the last repetition, and need not be written
   * again until the next.
   */
  private final BitSet described = new BitSet();

  /** Types described in the block being made. */
  private final BitSet newlyDescribed = new BitSet();

  private ByteBuffer headers = ByteBuffer.allocate(0);
  private ByteBuffer bodies = ByteBuffer.allocate(0);
  private int size;
  private int count;
  private long baseNanos;
  private long lastNanos;

  BinaryStream(long log, int stream, Optional<StreamIdentity> source) {
    this.log = log;
    this.stream = stream;
    identity = source.map(BinaryStream::section).orElse(new byte[0]);
  }

  private static byte[] section(StreamIdentity source) {
    byte[] bytes = IdentitySection.encode(source, ORDER);
    try {
      if (IdentitySection.decode(ByteBuffer.wrap(bytes).order(ORDER)).equals(source)) {
        return bytes;
      }
    } catch (FormatException e) {
      throw new IllegalStateException(e); // Cannot happen: the identity was just encoded.
    }
    throw BinaryType.refused("from a source whose names and times the log can hold", "" + source);
  }

  /** Returns the bytes of events in the block being made. */
  int pending() {
    return size;
  }

  /** Makes room for a message, and adds the header message of its type if needed. */
  void prepare(BinaryType type, int valueBytes, OutputStream out) throws IOException {
    if (!describe(type.header())) {
      writeBlock(out);
      describe(type.header());
    }
    bodies = withRoom(bodies, size, BodyHead.FULL + SLACK + valueBytes);
  }

  /**
   * Adds the header message of a type, if the block needs it; returns false if there is no room.
   */
  private boolean describe(HeaderMessage type) {
    int id = type.typeId();
    boolean isKnown = described.get(id) && !BlockHeader.repeats(number);
    if (newlyDescribed.get(id) || isKnown) {
      return true;
    }
    if (headers.position() + type.bytes() > BlockHeader.MAX_SECTION) {
      return false;
    }
    headers = withRoom(headers, headers.position(), type.bytes());
    type.encode(headers);
    newlyDescribed.set(id);
    return true;
  }

  /**
   * Returns the buffer if it has enough room, else a larger one with the same bytes and position.
   */
  private static ByteBuffer withRoom(ByteBuffer buffer, int used, int more) {
    if (used + more <= buffer.capacity()) {
      return buffer;
    }
    int capacity = Math.max(INITIAL, 2 * (used + more));
    int at = buffer.position();
    ByteBuffer larger = ByteBuffer.allocate(capacity).order(ORDER);
    return larger.put(buffer.clear().limit(used)).position(at);
  }

  /** Adds an event for which room was made; returns whether the block is full. */
  boolean add(BinaryType type, EventCursor event) {
    long nanos = event.timeNanos();
    if (count == 0) {
      baseNanos = nanos;
      lastNanos = nanos;
    }
    int head = BodyHead.put(bodies, size, type.header().typeId(), nanos, lastNanos);
    size = type.put(bodies, size + head, event);
    lastNanos = nanos;
    count++;
    return size >= BLOCK;
  }

  /** Notes a number of events that are missing from the log. */
  void missing(long events) {
    missing += events;
  }

  /** Writes the pending events as a block. */
  void writeBlock(OutputStream out) throws IOException {
    boolean repeat = BlockHeader.repeats(number);
    int identityBytes = repeat ? identity.length : 0;
    ByteBuffer descriptors = ByteBuffer.allocate(identityBytes + headers.position());
    descriptors.put(identity, 0, identityBytes).put(headers.flip()).flip();
    BlockHeader.Sections sections =
        new BlockHeader.Sections(
            identityBytes,
            headers.limit(),
            size,
            BlockHeader.checksum(descriptors, 0, descriptors.limit()),
            BlockHeader.checksum(bodies, 0, size));
    writeHeader(false, sections, out);
    out.write(descriptors.array());
    out.write(bodies.array(), 0, size);
    begin(repeat);
  }

  private void writeHeader(boolean end, BlockHeader.Sections sections, OutputStream out)
      throws IOException {
    new BlockHeader(
            ORDER,
            end,
            log,
            stream,
            number,
            written,
            missing,
            end ? 0 : count,
            SAME_CLOCK,
            baseNanos,
            sections)
        .encode(frame.clear());
    out.write(frame.array());
  }

  private void begin(boolean repeated) {
    if (repeated) {
      described.clear();
    }
    described.or(newlyDescribed);
    newlyDescribed.clear();
    headers.clear();
    written += count;
    number++;
    size = 0;
    count = 0;
  }

  /** Releases the buffers until the next event. */
  void release() {
    headers = ByteBuffer.allocate(0);
    bodies = ByteBuffer.allocate(0);
  }

  /** Writes the remaining events and the block that ends the stream. */
  void end(OutputStream out) throws IOException {
    if (count > 0 || number == 0) {
      writeBlock(out);
    }
    writeHeader(true, BlockHeader.Sections.NONE, out);
  }
}
