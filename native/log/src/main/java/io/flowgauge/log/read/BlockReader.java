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
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads blocks of event logs that arrive in memory, such as messages of a queue. They may arrive in
 * another order than they were written, and more than once. Not thread-safe.
 *
 * <p>The bytes are released once their events have been read. Memory does not grow for a stream
 * without gaps, nor with the number of such streams that have ended.
 */
public final class BlockReader {
  /**
   * Number of ended streams whose blocks are recognised when they are added again: more than a
   * writer can have sent last before its connection broke, 4 MiB of blocks without events.
   */
  private static final int MOST_ENDED = 50_000;

  private final LogIndex index = new LogIndex();

  /** Streams that were read to their ends, in the order in which this was noticed. */
  private final Set<StreamId> ended = new LinkedHashSet<>();

  private long endedEvents;
  private long endedDropped;

  /** Creates a reader without blocks. */
  public BlockReader() {}

  /**
   * Adds blocks. Blocks that were added before are ignored, unless tens of thousands of streams
   * have ended since.
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
        if (!ended.contains(new StreamId(block.header().log(), block.header().stream()))) {
          index.add(block);
        }
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
    forgetEnded();
    return index.merged(StreamIndex::takeNewEvents);
  }

  /** Forgets streams that were read to their ends, because each thread of a program has its own. */
  private void forgetEnded() {
    for (Iterator<StreamIndex> all = index.streams().iterator(); all.hasNext(); ) {
      StreamIndex stream = all.next();
      if (stream.isReadToEnd()) {
        endedEvents += stream.summary().events();
        endedDropped += stream.summary().dropped();
        ended.add(stream.id().orElseThrow());
        all.remove();
      }
    }
    while (ended.size() > MOST_ENDED) {
      ended.remove(ended.iterator().next());
    }
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
   * A summary of each stream. Streams without gaps that were read to their ends are summed up as
   * one without a source.
   *
   * @return this sum, if there are such streams, and then the others in the order in which they
   *     were first seen
   */
  public List<LogStream> streams() {
    Stream<LogStream> sum =
        ended.isEmpty()
            ? Stream.empty()
            : Stream.of(new LogStream(Optional.empty(), endedEvents, 0, endedDropped, true));
    return Stream.concat(sum, index.streams().stream().map(StreamIndex::summary)).toList();
  }

  @Override
  public String toString() {
    return "BlockReader[" + index.streams().size() + " streams]";
  }
}
