package io.flowgauge.log.write;

import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.HeaderMessage;
import io.flowgauge.log.format.IdentitySection;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.function.IntFunction;

/**
 * Encodes the blocks of one stream. If a block does not arrive, the next attempt encodes it again,
 * from the same run or another. Not thread-safe.
 */
final class StreamEncoder {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  private final long log;
  private final int stream;
  private final byte[] identity;
  private final IntFunction<DeclaredEvent> types;
  private final ByteBuffer frame = ByteBuffer.allocate(BlockHeader.BYTES).order(ORDER);

  /**
   * Types whose header messages were written since the last repetition, and need not be written
   * again until the next.
   */
  private final BitSet described = new BitSet();

  private int number;
  private long events;

  /** The part of the destination to which the last block went. */
  private int part;

  StreamEncoder(long log, int stream, StreamIdentity who, IntFunction<DeclaredEvent> types) {
    this.log = log;
    this.stream = stream;
    this.types = types;
    identity = IdentitySection.encode(who, ORDER);
  }

  /** Returns the number of the next block. */
  int number() {
    return number;
  }

  /** Returns the number of events in the blocks so far. */
  long events() {
    return events;
  }

  /** Whether no block was written, so that the stream need not be ended. */
  boolean isUnused() {
    return number == 0;
  }

  /**
   * Encodes a block such that a reader can decode it given the earlier blocks in the same part of
   * the destination.
   */
  ByteBuffer[] encode(Block block, int toPart) {
    Run run = block.run();
    ByteBuffer descriptors = ByteBuffer.allocate(0);
    int who = 0;
    if (!run.isEnd()) {
      boolean repeat = repeats(toPart);
      who = repeat ? identity.length : 0;
      descriptors = descriptors(run.types(), repeat);
    }
    BlockHeader.Sections sections =
        new BlockHeader.Sections(
            who,
            descriptors.limit() - who,
            run.bytes(),
            BlockHeader.checksum(descriptors, 0, descriptors.limit()),
            checksum(run.bodies()));
    return new ByteBuffer[] {header(block, sections), descriptors, run.bodies().duplicate()};
  }

  private boolean repeats(int toPart) {
    return toPart != part || BlockHeader.repeats(number);
  }

  private static int checksum(ByteBuffer bodies) {
    return BlockHeader.checksum(bodies, bodies.position(), bodies.remaining());
  }

  private ByteBuffer descriptors(BitSet ids, boolean repeat) {
    BitSet missing = (BitSet) ids.clone();
    if (!repeat) {
      missing.andNot(described);
    }
    int bytes = repeat ? identity.length : 0;
    for (int id = missing.nextSetBit(0); id >= 0; id = missing.nextSetBit(id + 1)) {
      bytes += header(id).bytes();
    }
    ByteBuffer all = ByteBuffer.allocate(bytes).order(ORDER);
    all.put(identity, 0, repeat ? identity.length : 0);
    for (int id = missing.nextSetBit(0); id >= 0; id = missing.nextSetBit(id + 1)) {
      header(id).encode(all);
    }
    return all.flip();
  }

  private HeaderMessage header(int id) {
    return types.apply(id).header();
  }

  private ByteBuffer header(Block block, BlockHeader.Sections sections) {
    Run run = block.run();
    new BlockHeader(
            ORDER,
            run.isEnd(),
            log,
            stream,
            number,
            events,
            block.dropped(),
            run.events(),
            block.anchor(),
            run.baseNanos(),
            sections)
        .encode(frame.clear());
    return frame.flip();
  }

  /** Records that the block of a run has arrived. */
  void markWritten(Run run, int toPart) {
    if (repeats(toPart)) {
      described.clear();
    }
    described.or(run.types());
    part = toPart;
    number++;
    events += run.events();
  }
}
