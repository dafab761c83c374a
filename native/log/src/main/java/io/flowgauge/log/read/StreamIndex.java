package io.flowgauge.log.read;

import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.ring.RingSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The blocks of one stream, by number. Not thread-safe while blocks are added. */
final class StreamIndex {
  private final NavigableMap<Integer, BlockRef> blocks = new TreeMap<>();
  private final Optional<StreamId> id;
  private final TypeTable types;
  private Optional<StreamIdentity> source = Optional.empty();
  private List<BlockRef> fresh = new ArrayList<>();

  /** Events that are in the ring but not in blocks yet. */
  private List<BlockRef> ring = List.of();

  private long ringDropped;

  /**
   * Totals of the first blocks of the stream, which were read without damage and are no longer
   * kept.
   */
  private Passed passed = new Passed(0, 0, 0, false);

  private record Passed(int blocks, long events, long dropped, boolean end) {}

  /** Events that were returned while they were still in the ring. */
  private EventRange given = EventRange.NONE;

  StreamIndex(StreamId id, TypeTable types) {
    this.id = Optional.of(id);
    this.types = types;
  }

  /** Returns the id, which is always present; it is an optional because cursors return one. */
  Optional<StreamId> id() {
    return id;
  }

  TypeTable types() {
    return types;
  }

  Optional<StreamIdentity> source() {
    return source;
  }

  void setSource(StreamIdentity identity) {
    source = Optional.of(identity);
  }

  /** Adds a block, unless it is there already; a sound block replaces a damaged one. */
  void add(BlockRef block) {
    BlockRef known = blocks.get(block.header().number());
    boolean isNew = known == null ? block.header().number() >= passed.blocks : known.isDamaged();
    if (isNew) {
      blocks.put(block.header().number(), block);
      fresh.add(block);
    }
  }

  /**
   * Releases the bytes of all blocks that were returned by {@link #takeNewEvents} and read. Blocks
   * before which nothing is missing are removed altogether.
   */
  void release() {
    for (BlockRef block : blocks.values()) {
      if (!fresh.contains(block)) {
        block.release();
      }
    }
    while (!blocks.isEmpty() && isNext(blocks.firstEntry().getValue())) {
      BlockHeader header = blocks.pollFirstEntry().getValue().header();
      passed =
          new Passed(
              header.number() + 1, passed.events + header.events(), header.dropped(), header.end());
    }
  }

  /**
   * Whether nothing is missing up to the end of the stream, and all blocks were {@link #release}d.
   */
  boolean isReadToEnd() {
    return passed.end && blocks.isEmpty();
  }

  private boolean isNext(BlockRef block) {
    return block.header().number() == passed.blocks
        && block.header().firstEvent() == passed.events
        && !block.isDamaged()
        && !fresh.contains(block);
  }

  /** Forgets the ring: what was in it may be in blocks by now. */
  void clearRing() {
    ring = List.of();
  }

  /** Sets the contents of the ring that are not in blocks. */
  void setRing(RingSnapshot snapshot, List<BlockRef> made) {
    ring = made;
    ringDropped = snapshot.dropped();
  }

  /**
   * Returns the number of the block after the last undamaged one.
   *
   * @param least the smallest number to return
   */
  int nextNumber(int least) {
    return blocks.tailMap(least).values().stream()
        .filter(BlockRef::isSound)
        .mapToInt(b -> b.header().number() + 1)
        .max()
        .orElse(least);
  }

  /**
   * Returns the number of events of the stream up to the last undamaged block.
   *
   * @param number number of the first block to consider
   * @param events events of the stream before that block, whether or not the earlier blocks are
   *     known
   */
  long eventsUpTo(int number, long events) {
    return blocks.tailMap(number).values().stream()
        .filter(BlockRef::isSound)
        .mapToLong(b -> b.header().firstEvent() + b.header().events())
        .reduce(events, Math::max);
  }

  /** Returns all blocks with readable events, in order. */
  List<BlockRef> readable() {
    return Stream.concat(readable(blocks.values()), ring.stream()).toList();
  }

  private static Stream<BlockRef> readable(Collection<BlockRef> all) {
    return all.stream().filter(BlockRef::isReadable);
  }

  /**
   * Returns a cursor over the events added since the last call, in the order of the files; skips
   * events that were already returned from the ring.
   */
  Optional<BlockCursor> takeNewEvents() {
    List<BlockRef> taken = Stream.concat(readable(fresh), ring.stream()).toList();
    EventRange before = given;
    fresh = new ArrayList<>();
    given = ring.isEmpty() ? given : given.extendedBy(EventRange.of(ring));
    return taken.isEmpty() ? Optional.empty() : Optional.of(new BlockCursor(this, taken, before));
  }

  /** Returns a cursor over all events. */
  Optional<BlockCursor> cursor() {
    List<BlockRef> all = readable();
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(new BlockCursor(this, all, EventRange.NONE));
  }

  /** Reports what is missing, in the order of the stream. */
  void losses(Consumer<LogLoss> found) {
    long expected = passed.events;
    for (BlockRef block : allBlocks()) {
      BlockHeader header = block.header();
      boolean elsewhere = block.isDamaged() && isInRing(header);
      if (header.firstEvent() > expected && !elsewhere) {
        found.accept(block.gap(header.firstEvent() - expected));
      }
      if (block.isDamaged() && !elsewhere) {
        found.accept(block.loss());
      }
      if (!elsewhere) {
        expected = Math.max(expected, header.firstEvent() + header.events());
      }
    }
  }

  /** Whether the events of a block are in the ring. */
  boolean isInRing(BlockHeader block) {
    return EventRange.of(ring).holds(block);
  }

  private List<BlockRef> allBlocks() {
    return Stream.concat(blocks.values().stream(), ring.stream()).toList();
  }

  LogStream summary() {
    long events = passed.events;
    long dropped = Math.max(ringDropped, passed.dropped);
    for (BlockRef block : allBlocks()) {
      LogLoss loss = block.loss();
      events += block.header().events() - (loss == null ? 0 : loss.events());
      dropped = Math.max(dropped, block.header().dropped());
    }
    List<LogLoss> losses = new ArrayList<>();
    losses(losses::add);
    long lost = losses.stream().mapToLong(LogLoss::events).sum();
    boolean complete = blocks.isEmpty() ? passed.end : blocks.lastEntry().getValue().header().end();
    return new LogStream(source, events, lost, dropped, complete);
  }
}
