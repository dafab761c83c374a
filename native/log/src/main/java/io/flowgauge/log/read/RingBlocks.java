package io.flowgauge.log.read;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.BodyHead;
import io.flowgauge.log.format.BodyLayout;
import io.flowgauge.log.format.FormatException;
import io.flowgauge.log.format.HeaderMessage;
import io.flowgauge.log.ring.RingSnapshot;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Turns the contents of a ring into the blocks that its process would have written next. The
 * contents are not trusted: from the first invalid byte on, they are reported as lost. Not
 * thread-safe.
 */
final class RingBlocks {
  /** Size in bytes from which a block is finished after the current message. */
  private static final int BLOCK = 128 * 1024;

  private static final byte PAD = 0;
  private static final String CUT_OFF = "an event that is cut off";

  private final Path path;
  private final RingSnapshot ring;
  private final TypeTable types;
  private final List<BlockRef> blocks = new ArrayList<>();
  private final BodyHead body = new BodyHead();
  private final BitSet described = new BitSet();
  private ByteBuffer headers;

  private Optional<LogLoss> loss = Optional.empty();
  private int number;
  private long events;
  private long at;

  /** Where the block being made begins; {@code count} is its number of events. */
  private long start;

  private int count;
  private long baseNanos;

  private RingBlocks(Path path, RingSnapshot ring, TypeTable types) {
    this.path = path;
    this.ring = ring;
    this.types = types;
    headers = ByteBuffer.allocate(1024).order(ring.order());
    at = ring.state().head();
    events = ring.state().events();
    body.reset(ring.state().baseNanos());
  }

  /**
   * Makes the blocks.
   *
   * @param path the file of the ring
   * @param ring its contents
   * @param stream the blocks and types of its stream that are known so far
   */
  static RingBlocks of(Path path, RingSnapshot ring, StreamIndex stream) {
    RingBlocks made = new RingBlocks(path, ring, stream.types());
    made.number = stream.nextNumber(ring.state().number());
    made.make(stream.eventsUpTo(ring.state().number(), ring.state().events()));
    return made;
  }

  List<BlockRef> blocks() {
    return blocks;
  }

  /** Whether the stream has had an event or dropped one. */
  boolean hasSomething() {
    return number > 0 || ring.dropped() > 0;
  }

  /** Returns the part that could not be read, if any. */
  Optional<LogLoss> loss() {
    return loss;
  }

  /** Makes the block that ends the stream. */
  ByteBuffer end() {
    count = 0;
    baseNanos = body.nanos();
    return header(true, BlockHeader.Sections.NONE);
  }

  private void make(long already) {
    try {
      if (number > Integer.MAX_VALUE / 2 || already > Long.MAX_VALUE / 2) {
        throw new FormatException("a stream with impossible numbers");
      }
      begin();
      while (at < ring.tail()) {
        step(already);
      }
      finish();
    } catch (FormatException e) {
      lose(e.getMessage());
    } catch (IndexOutOfBoundsException e) {
      lose(CUT_OFF);
    }
  }

  private void lose(String found) {
    finish();
    loss = Optional.of(new LogLoss(path, ring.offset(at), ring.tail() - at, 0, found));
  }

  private void begin() {
    start = at;
    count = 0;
    baseNanos = body.nanos();
    described.clear();
    headers.clear();
  }

  /** Processes the next message, or skips the unused bytes at the end of the ring. */
  private void step(long already) throws FormatException {
    if (ring.bytes().get(ring.index(at)) == PAD) {
      passOver();
      return;
    }
    long before = body.nanos();
    int index = ring.index(at);
    body.read(ring.bytes(), index);
    BodyLayout layout = types.get(body.typeId());
    if (layout == null) {
      giveUp(before, "an event of unknown type " + body.typeId());
    }
    long end = at + layout.end(ring.bytes(), index + body.bytes()) - index;
    if (end > Math.min(ring.tail(), ring.wrap(at))) {
      giveUp(before, CUT_OFF);
    }
    if (events + count < already) {
      at = end;
      events++;
      begin();
    } else {
      addEvent(layout, end, before);
    }
  }

  private void giveUp(long nanos, String found) throws FormatException {
    body.reset(nanos);
    throw new FormatException(found);
  }

  private void passOver() throws FormatException {
    finish();
    long wrap = ring.wrap(at);
    if (wrap > ring.tail()) {
      throw new FormatException("no event");
    }
    at = wrap;
    begin();
  }

  private void addEvent(BodyLayout layout, long end, long before) throws FormatException {
    HeaderMessage type = new HeaderMessage(body.typeId(), layout.schema());
    if (!describe(type)) {
      body.reset(before);
      finish();
      begin();
      body.read(ring.bytes(), ring.index(at));
      describe(type);
    }
    count++;
    at = end;
    if (at - start >= BLOCK || at == ring.wrap(start)) {
      finish();
      begin();
    }
  }

  /**
   * Adds the header message of a type to the block, unless it is there already; returns false if
   * there is no room.
   */
  private boolean describe(HeaderMessage type) {
    if (described.get(type.typeId())) {
      return true;
    }
    int bytes = headers.position() + type.bytes();
    if (bytes > BlockHeader.MAX_SECTION) {
      return false;
    }
    if (bytes > headers.capacity()) {
      headers = ByteBuffer.allocate(2 * bytes).order(ring.order()).put(headers.flip());
    }
    type.encode(headers);
    described.set(type.typeId());
    return true;
  }

  /** Finishes the block, if it has an event. */
  private void finish() {
    if (count == 0) {
      return;
    }
    ByteBuffer who = ring.identity().duplicate();
    int headerBytes = headers.position();
    int length = (int) (at - start);
    ByteBuffer sections =
        ByteBuffer.allocate(who.limit() + headerBytes + length)
            .put(who)
            .put(headers.flip())
            .put(ring.bytes().slice(ring.index(start), length));
    int descriptors = who.limit() + headerBytes;
    ByteBuffer frame =
        header(
            false,
            new BlockHeader.Sections(
                who.limit(),
                headerBytes,
                length,
                BlockHeader.checksum(sections, 0, descriptors),
                BlockHeader.checksum(sections, descriptors, length)));
    add(ByteBuffer.allocate(BlockHeader.BYTES + sections.limit()).put(frame).put(sections.flip()));
    number++;
    events += count;
    count = 0;
  }

  private ByteBuffer header(boolean end, BlockHeader.Sections sections) {
    ByteBuffer frame = ByteBuffer.allocate(BlockHeader.BYTES);
    new BlockHeader(
            ring.order(),
            end,
            ring.header().log(),
            ring.state().stream(),
            number,
            events,
            ring.dropped(),
            count,
            ring.state().anchor(),
            baseNanos,
            sections)
        .encode(frame);
    return frame.flip();
  }

  private void add(ByteBuffer block) {
    block.flip();
    try {
      BlockHeader header = BlockHeader.decode(block.duplicate());
      blocks.add(new BlockRef(LogBytes.of(path, block), 0, header));
    } catch (FormatException e) {
      throw new IllegalStateException("a block just made is " + e.getMessage(), e);
    }
  }
}
