package io.flowgauge.activation.collect;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.FormatException;
import java.nio.ByteBuffer;

/**
 * A block as an application sent it.
 *
 * @param bytes the whole block, in its byte order
 */
public record ReceivedBlock(BlockHeader header, ByteBuffer bytes) {
  static ReceivedBlock of(ByteBuffer bytes) throws FormatException {
    BlockHeader header = BlockHeader.decode(bytes);
    return new ReceivedBlock(header, bytes.order(header.order()));
  }

  /** Whether the checksums match what follows the header. */
  boolean isSound() {
    BlockHeader.Sections sections = header.sections();
    int descriptors = sections.descriptorBytes();
    return checksum(BlockHeader.BYTES, descriptors) == sections.descriptorsCrc()
        && checksum(BlockHeader.BYTES + descriptors, sections.bodyBytes()) == sections.bodiesCrc();
  }

  private int checksum(int begin, int length) {
    return BlockHeader.checksum(bytes, begin, length);
  }

  /** Returns the identity and the header messages. */
  ByteBuffer descriptors() {
    return section(BlockHeader.BYTES, header.sections().descriptorBytes());
  }

  /** Returns the body messages. */
  ByteBuffer bodies() {
    int begin = BlockHeader.BYTES + header.sections().descriptorBytes();
    return section(begin, header.sections().bodyBytes());
  }

  private ByteBuffer section(int begin, int length) {
    return bytes.slice(begin, length).order(header.order());
  }
}
