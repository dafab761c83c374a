package io.flowgauge.log.read;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.FormatException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A block in a file, and what is known to be wrong with it. Thread-safe until it is released. */
final class BlockRef {
  private LogBytes file;
  private final long offset;
  private final BlockHeader header;

  /** Null unless damage is known. */
  private volatile LogLoss loss;

  BlockRef(LogBytes file, long offset, BlockHeader header) {
    this.file = file;
    this.offset = offset;
    this.header = header;
  }

  BlockHeader header() {
    return header;
  }

  boolean isDamaged() {
    return loss != null;
  }

  /** Whether some of its events can be read, as far as is known. */
  boolean isReadable() {
    LogLoss known = loss;
    return known == null || known.events() < header.events();
  }

  /** The loss in the block, or null if there is none. */
  LogLoss loss() {
    return loss;
  }

  /**
   * Records that none of the events can be read. {@code bytes} is the length of the part of the
   * block that is present.
   */
  void markTorn(String found, long bytes) {
    loss = new LogLoss(file.path(), offset, bytes, header.events(), found);
  }

  /** Records that the last events of the block cannot be read. */
  void markDamaged(String found, int events) {
    long bytes = events == header.events() ? header.blockBytes() : 0;
    loss = new LogLoss(file.path(), offset, bytes, events, found);
  }

  /** Returns a loss of events before this block. */
  LogLoss gap(long events) {
    String found =
        "a gap in stream " + header.stream() + " of log " + Long.toHexString(header.log());
    return new LogLoss(file.path(), offset, 0, events, found);
  }

  /** Returns a loss of the identity and the header messages. */
  LogLoss descriptorLoss(String found) {
    int bytes = header.sections().descriptorBytes();
    return new LogLoss(file.path(), offset + BlockHeader.BYTES, bytes, 0, found);
  }

  /** Whether all its events can be read, judging by the checksums. */
  boolean isSound() {
    try {
      bodies(ByteBuffer.allocate(0));
      return true;
    } catch (FormatException | IOException e) {
      return false;
    }
  }

  /** Releases the bytes of a block in memory; the block can no longer be read. */
  void release() {
    file = LogBytes.of(file.path(), ByteBuffer.allocate(0));
  }

  /** Reads the whole block. */
  ByteBuffer bytes() throws IOException {
    return file.read(offset, header.blockBytes(), ByteBuffer.allocate(header.blockBytes()));
  }

  /** Reads the identity and the header messages, into the given buffer if it is large enough. */
  ByteBuffer descriptors(ByteBuffer buffer) throws IOException, FormatException {
    BlockHeader.Sections sections = header.sections();
    ByteBuffer read = section(0, sections.descriptorBytes(), buffer);
    require(read, sections.descriptorsCrc(), "a block with damaged header messages");
    return read;
  }

  /** Reads the body messages, into the given buffer if it is large enough. */
  ByteBuffer bodies(ByteBuffer buffer) throws IOException, FormatException {
    BlockHeader.Sections sections = header.sections();
    ByteBuffer read = section(sections.descriptorBytes(), sections.bodyBytes(), buffer);
    require(read, sections.bodiesCrc(), "a block with damaged events");
    return read;
  }

  private ByteBuffer section(int begin, int length, ByteBuffer buffer)
      throws IOException, FormatException {
    ByteBuffer into = buffer.capacity() < length ? ByteBuffer.allocate(length) : buffer;
    file.read(offset + BlockHeader.BYTES + begin, length, into).order(header.order());
    if (into.limit() < length) {
      throw new FormatException("a block that ends early");
    }
    return into;
  }

  private static void require(ByteBuffer bytes, int checksum, String found) throws FormatException {
    if (BlockHeader.checksum(bytes, 0, bytes.limit()) != checksum) {
      throw new FormatException(found);
    }
  }
}
