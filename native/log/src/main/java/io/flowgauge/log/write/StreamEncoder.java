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
 * Makes blocks of the runs of one stream. A block that does not get where it should is made again,
 * of the same run or another. Not thread-safe.
 */
final class StreamEncoder {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  private final long log;
  private final int stream;
  private final byte[] identity;
  private final IntFunction<EventType> types;
  private final ByteBuffer frame = ByteBuffer.allocate(BlockHeader.BYTES).order(ORDER);

  /** Types whose header messages need not be written again before the next repetition. */
  private final BitSet described = new BitSet();

  private int number;
  private long events;

  /** The part of the destination the last block went to. */
  private int part;

  StreamEncoder(long log, int stream, StreamIdentity who, IntFunction<EventType> types) {
    this.log = log;
    this.stream = stream;
    this.types = types;
    identity = IdentitySection.encode(who, ORDER);
  }

  /** Number of the next block. */
  int number() {
    return number;
  }

  /** Events in the blocks so far. */
  long events() {
    return events;
  }

  /** Whether nothing was written that would have to be ended. */
  boolean isUnused() {
    return number == 0;
  }

  /** A block that says all its reader must know who has what went to the same part before. */
  ByteBuffer[] block(Run run, int toPart) {
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
    return new ByteBuffer[] {header(run, sections), descriptors, run.bodies().duplicate()};
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

  private ByteBuffer header(Run run, BlockHeader.Sections sections) {
    new BlockHeader(
            ORDER,
            run.isEnd(),
            log,
            stream,
            number,
            events,
            run.dropped(),
            run.events(),
            run.anchor(),
            run.baseNanos(),
            sections)
        .encode(frame.clear());
    return frame.flip();
  }

  /** Notes that the block of a run is where it should be. */
  void written(Run run, int toPart) {
    if (repeats(toPart)) {
      described.clear();
    }
    described.or(run.types());
    part = toPart;
    number++;
    events += run.events();
  }
}
