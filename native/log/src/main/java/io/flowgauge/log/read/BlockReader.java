package io.flowgauge.log.read;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.FormatException;
import io.flowgauge.log.format.HeaderMessage;
import io.flowgauge.log.format.IdentitySection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads blocks of event logs that arrive in memory, such as messages of a queue. They may arrive in
 * another order than they were written, and more than once. Not thread-safe.
 *
 * <p>The bytes are released once their events have been read. Memory does not grow for a stream
 * without gaps.
 */
public final class BlockReader {
  private final LogIndex index = new LogIndex();

  /** Creates a reader without blocks. */
  public BlockReader() {}

  /**
   * Adds blocks. Blocks that were added before are ignored.
   *
   * @param place where they came from, for {@link LogLoss#file}
   * @param blocks whole blocks, one after another; the bytes must not change afterwards; position
   *     and limit stay unchanged
   * @throws IllegalArgumentException if the bytes are anything else, or damaged; the message says
   *     at which byte. Then no block is added
   */
  public void add(Path place, ByteBuffer blocks) {
    List<BlockRef> found = new ArrayList<>();
    int at = 0;
    try {
      while (at < blocks.remaining()) {
        ByteBuffer rest = blocks.slice(blocks.position() + at, blocks.remaining() - at);
        BlockHeader header = BlockHeader.decode(rest);
        if (header.blockBytes() > rest.limit()) {
          throw new FormatException("a block that is cut off");
        }
        BlockRef block =
            new BlockRef(LogBytes.of(place, rest.limit(header.blockBytes())), 0, header);
        check(block);
        found.add(block);
        at += header.blockBytes();
      }
      for (BlockRef block : found) {
        index.add(block);
      }
    } catch (FormatException e) {
      throw new IllegalArgumentException(
          place
              + ", byte "
              + at
              + ": found "
              + e.getMessage()
              + ", expected whole blocks of an event log",
          e);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // Cannot happen: the blocks are in memory.
    }
  }

  private static void check(BlockRef block) throws IOException, FormatException {
    block.bodies(ByteBuffer.allocate(0));
    ByteBuffer from = block.descriptors(ByteBuffer.allocate(0));
    if (block.header().sections().identityBytes() > 0) {
      IdentitySection.decode(from);
    }
    while (from.hasRemaining()) {
      HeaderMessage.decode(from);
    }
  }

  /**
   * The events of blocks added since the last call, in order of time.
   *
   * @return a cursor before the first of them, valid until the next call
   */
  public EventCursor appended() {
    index.streams().forEach(StreamIndex::release);
    return index.merged(StreamIndex::takeNewEvents);
  }

  /**
   * Returns what is missing, as far as is known.
   *
   * @return gaps and damage inside blocks
   */
  public List<LogLoss> losses() {
    List<LogLoss> all = new ArrayList<>();
    index.streams().forEach(stream -> stream.losses(all::add));
    return all;
  }

  /**
   * A summary of each stream.
   *
   * @return summaries in the order in which the streams were first seen
   */
  public List<LogStream> streams() {
    return index.streams().stream().map(StreamIndex::summary).toList();
  }

  @Override
  public String toString() {
    return "BlockReader[" + index.streams().size() + " streams]";
  }
}
