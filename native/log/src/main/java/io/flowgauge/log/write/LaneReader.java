package io.flowgauge.log.write;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.BodyHead;
import io.flowgauge.log.format.FormatException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.function.IntFunction;

/** Goes through what is in a lane, run by run. Not thread-safe. */
final class LaneReader {
  /** Runs end with the first message beyond so many bytes. */
  static final int RUN = 128 * 1024;

  private final Lane lane;
  private final IntFunction<EventType> types;
  private final BodyHead head = new BodyHead();
  private long position;
  private long baseNanos;

  /** The run that was cut last. */
  private final BitSet typeIds = new BitSet();

  private int headerBytes;
  private int events;
  private int length;

  /** Reads a lane from its start. */
  LaneReader(Lane lane, IntFunction<EventType> types) {
    this.lane = lane;
    this.types = types;
    position = lane.head();
    baseNanos = lane.created();
  }

  /** Reads a lane from where another reader is. */
  LaneReader(LaneReader from) {
    lane = from.lane;
    types = from.types;
    goTo(from);
  }

  void goTo(LaneReader other) {
    position = other.position;
    baseNanos = other.baseNanos;
  }

  /** Up to where the lane was read. */
  long position() {
    return position;
  }

  /** Finds the end of the next run before a position; false if there is none. */
  boolean cut(long tail) {
    while (position < tail) {
      int begin = lane.index(position);
      measure(begin, begin + (int) (Math.min(tail, lane.wrap(position)) - position));
      if (events > 0) {
        return true;
      }
      position = lane.wrap(position);
    }
    return false;
  }

  private void measure(int begin, int end) {
    typeIds.clear();
    headerBytes = 0;
    events = 0;
    head.reset(baseNanos);
    int at = begin;
    while (at < end && at - begin < RUN && lane.memory().get(at) != Lane.PAD) {
      long before = head.nanos();
      EventType type = read(head, at);
      if (!describe(type)) {
        head.reset(before);
        break;
      }
      at = type.layout().end(lane.memory(), at + head.bytes());
      events++;
    }
    length = at - begin;
  }

  private EventType read(BodyHead into, int at) {
    try {
      into.read(lane.memory(), at);
      return types.apply(into.typeId());
    } catch (FormatException e) {
      throw new IllegalStateException("a lane holds " + e.getMessage(), e);
    }
  }

  /** Whether a block has room for what describes a type besides those it has. */
  private boolean describe(EventType type) {
    int id = type.header().typeId();
    if (typeIds.get(id)) {
      return true;
    }
    headerBytes += type.header().bytes();
    if (headerBytes > BlockHeader.MAX_SECTION) {
      return false;
    }
    typeIds.set(id);
    return true;
  }

  /** Passes over the run that was cut. */
  void advance() {
    position += length;
    baseNanos = head.nanos();
  }

  /** Ids of the types in the run. */
  BitSet typeIds() {
    return typeIds;
  }

  /** Number of its events. */
  int events() {
    return events;
  }

  /** Monotonic clock from which its first event counts. */
  long baseNanos() {
    return baseNanos;
  }

  /** The messages of the run as they are in the lane. */
  ByteBuffer bodies() {
    return lane.memory().slice(lane.index(position), length);
  }

  /** Takes the events of a run one after the other. */
  interface Visitor {
    /**
     * Takes an event.
     *
     * @param type its type
     * @param nanos its monotonic clock
     * @param memory holds its values
     * @param values index of the first byte after its head
     * @param end index after its last byte
     */
    void event(EventType type, long nanos, ByteBuffer memory, int values, int end);
  }

  /** Shows the events of the run. */
  void visit(Visitor visitor) {
    BodyHead each = new BodyHead();
    each.reset(baseNanos);
    int at = lane.index(position);
    for (int k = 0; k < events; k++) {
      EventType type = read(each, at);
      int values = at + each.bytes();
      at = type.layout().end(lane.memory(), values);
      visitor.event(type, each.nanos(), lane.memory(), values, at);
    }
  }
}
