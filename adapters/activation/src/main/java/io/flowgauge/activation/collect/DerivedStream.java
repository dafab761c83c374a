package io.flowgauge.activation.collect;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.HeaderMessage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;

/**
 * A request's share of one stream of an application: a stream of its own, with blocks counted from
 * 0. Not thread-safe.
 */
final class DerivedStream {
  private final StreamKey key;

  /** Types whose header messages need not be written again until all are repeated. */
  private final BitSet described = new BitSet();

  private StreamPlace place = StreamPlace.BEGIN;

  DerivedStream(StreamKey key) {
    this.key = key;
  }

  StreamKey key() {
    return key;
  }

  StreamPlace place() {
    return place;
  }

  /** Resumes at a stored place, unless the stream is past it already. */
  void resume(StreamPlace kept) {
    if (kept.number() >= place.number()) {
      place = kept.withDropped(Math.max(kept.dropped(), place.dropped()));
    }
  }

  /** Counts events that never arrived, or for which there was no room. */
  void drop(long events) {
    place = place.withDropped(place.dropped() + events);
  }

  /** Whether the stream needs a block that ends it. */
  boolean needsEndBlock() {
    return place.number() > 0 || place.dropped() > 0;
  }

  /** Makes the next block. It does not count until {@link #advancePast} is called. */
  ByteBuffer block(BlockDraft draft, Source source) {
    ByteOrder order = draft.origin().order();
    boolean repeat = BlockHeader.repeats(place.number());
    byte[] identity = repeat ? source.identity(order) : new byte[0];
    ByteBuffer bodies = draft.bodies();
    int headers = headerBytes(draft, repeat);
    int descriptors = identity.length + headers;
    ByteBuffer block =
        ByteBuffer.allocate(BlockHeader.BYTES + descriptors + bodies.remaining()).order(order);
    block.position(BlockHeader.BYTES).put(identity);
    putHeaders(draft, repeat, block);
    int bodiesCrc = BlockHeader.checksum(bodies, 0, bodies.limit());
    int crc = BlockHeader.checksum(block, BlockHeader.BYTES, descriptors);
    var sections =
        new BlockHeader.Sections(identity.length, headers, bodies.limit(), crc, bodiesCrc);
    block.put(bodies).flip();
    header(draft, sections).encode(block.duplicate());
    return block;
  }

  private int headerBytes(BlockDraft draft, boolean repeat) {
    int bytes = 0;
    for (HeaderMessage type : draft.types()) {
      bytes += repeat || !described.get(type.typeId()) ? type.bytes() : 0;
    }
    return bytes;
  }

  private void putHeaders(BlockDraft draft, boolean repeat, ByteBuffer to) {
    for (HeaderMessage type : draft.types()) {
      if (repeat || !described.get(type.typeId())) {
        type.encode(to);
      }
    }
  }

  private BlockHeader header(BlockDraft draft, BlockHeader.Sections sections) {
    return new BlockHeader(
        draft.origin().order(),
        false,
        key.log(),
        key.stream(),
        place.number(),
        place.events(),
        place.dropped(),
        draft.events(),
        draft.origin().anchor(),
        draft.baseNanos(),
        sections);
  }

  /** Moves past the block that was made last. */
  void advancePast(BlockDraft draft) {
    if (BlockHeader.repeats(place.number())) {
      described.clear();
    }
    draft.types().forEach(type -> described.set(type.typeId()));
    place =
        new StreamPlace(
            place.number() + 1, place.events() + draft.events(), place.dropped(), false);
  }

  /** Makes the block that says the stream is complete. */
  ByteBuffer end(BlockHeader origin) {
    ByteBuffer block = ByteBuffer.allocate(BlockHeader.BYTES);
    new BlockHeader(
            origin.order(),
            true,
            key.log(),
            key.stream(),
            place.number(),
            place.events(),
            place.dropped(),
            0,
            origin.anchor(),
            origin.baseNanos(),
            BlockHeader.Sections.NONE)
        .encode(block);
    return block.flip();
  }
}
