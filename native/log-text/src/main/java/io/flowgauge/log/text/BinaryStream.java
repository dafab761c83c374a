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

/** The blocks of the events from one source. Not thread-safe. */
final class BinaryStream {
  static final ByteOrder ORDER = ByteOrder.nativeOrder();

  /** Blocks end with the first message beyond this many bytes. */
  static final int BLOCK = 128 * 1024;

  private static final int INITIAL = 512;

  /** Bytes beyond a short head that are overwritten when it is put. */
  private static final int SLACK = 1;

  /** Times are wall-clock times as they are. */
  private static final ClockAnchor SAME_CLOCK = new ClockAnchor(0, 0);

  private final long log;
  private final int stream;
  private final byte[] identity;
  private final ByteBuffer frame = ByteBuffer.allocate(BlockHeader.BYTES).order(ORDER);

  private int number;
  private long written;
  private long missing;

  /** Types whose header messages need not be written again before the next repetition. */
  private final BitSet described = new BitSet();

  /** The block being made. */
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
      throw new IllegalStateException(e); // What was just encoded.
    }
    throw BinaryType.refused("from a source whose names and times the log can hold", "" + source);
  }

  /** Bytes of the block being made. */
  int pending() {
    return size;
  }

  /** Makes room for a message, and describes its type where needed. */
  void prepare(BinaryType type, int valueBytes, OutputStream out) throws IOException {
    if (!describe(type.header())) {
      writeBlock(out);
      describe(type.header());
    }
    bodies = withRoom(bodies, size, BodyHead.FULL + SLACK + valueBytes);
  }

  /** Whether the block has room for what describes a type, if it needs that. */
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

  /** The buffer, or a larger one with the same bytes before the same position. */
  private static ByteBuffer withRoom(ByteBuffer buffer, int used, int more) {
    if (used + more <= buffer.capacity()) {
      return buffer;
    }
    int capacity = Math.max(INITIAL, 2 * (used + more));
    int at = buffer.position();
    ByteBuffer larger = ByteBuffer.allocate(capacity).order(ORDER);
    return larger.put(buffer.clear().limit(used)).position(at);
  }

  /** Adds an event there is room for; returns whether the block is full. */
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

  /** Notes events that are not in the log. */
  void missing(long events) {
    missing += events;
  }

  /** Writes what is pending as a block. */
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

  /** Gives back what memory the next block does not need at once. */
  void release() {
    headers = ByteBuffer.allocate(0);
    bodies = ByteBuffer.allocate(0);
  }

  /** Writes what is left, and that nothing follows. */
  void end(OutputStream out) throws IOException {
    if (count > 0 || number == 0) {
      writeBlock(out);
    }
    writeHeader(true, BlockHeader.Sections.NONE, out);
  }
}
