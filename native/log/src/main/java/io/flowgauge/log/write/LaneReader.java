package io.flowgauge.log.write;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.BodyHead;
import io.flowgauge.log.format.FormatException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.function.IntFunction;

/** Reads a lane run by run. Not thread-safe. */
final class LaneReader {
  /** Size in bytes at which a run ends; its last message may extend beyond it. */
  static final int RUN = 128 * 1024;

  private final Lane lane;
  private final IntFunction<DeclaredEvent> types;
  private final BodyHead head = new BodyHead();
  private long position;
  private long baseNanos;

  /** Length in bytes of the last run. */
  private int length;

  /** Creates a reader at the start of a lane. */
  LaneReader(Lane lane, IntFunction<DeclaredEvent> types) {
    this.lane = lane;
    this.types = types;
    position = lane.head();
    baseNanos = lane.created();
  }

  /** Creates a reader at the position of another. */
  LaneReader(LaneReader from) {
    lane = from.lane;
    types = from.types;
    goTo(from);
  }

  void goTo(LaneReader other) {
    position = other.position;
    baseNanos = other.baseNanos;
  }

  /** Returns the position up to which the lane was read. */
  long position() {
    return position;
  }

  /** Returns the monotonic time to which the next event is relative. */
  long baseNanos() {
    return baseNanos;
  }

  /**
   * Returns the next run before a position; null if there is none. Its bytes are still those of the
   * lane.
   */
  Run nextRun(long tail) {
    while (position < tail) {
      Run run = runAt(lane.index(position), (int) (Math.min(tail, lane.wrap(position)) - position));
      if (run.events() > 0) {
        return run;
      }
      position = lane.wrap(position);
    }
    return null;
  }

  private Run runAt(int begin, int most) {
    BitSet typeIds = new BitSet();
    int end = begin + Math.min(most, RUN);
    int headerBytes = 0;
    int events = 0;
    head.reset(baseNanos);
    int at = begin;
    while (at < end && lane.memory().get(at) != Lane.PAD) {
      long before = head.nanos();
      DeclaredEvent type = type(at);
      if (!typeIds.get(type.header().typeId())) {
        headerBytes += type.header().bytes();
        if (headerBytes > BlockHeader.MAX_SECTION) {
          head.reset(before); // A block has no room for the header messages of all these types.
          break;
        }
        typeIds.set(type.header().typeId());
      }
      at = type.layout().end(lane.memory(), at + head.bytes());
      events++;
      if (type.layout().texts() == 0 && head.typeId() <= BodyHead.MAX_SHORT_TYPE) {
        int bytes = BodyHead.SHORT + type.layout().numberBytes();
        int alike = countAlike(at, end, bytes);
        events += alike;
        at += alike * bytes;
      }
    }
    length = at - begin;
    return new Run(lane.memory().slice(begin, length), events, baseNanos, typeIds);
  }

  /**
   * Counts the following messages that have the type of the last one and a short head, as most do.
   * Their positions do not depend on the bytes read, so the processor can read ahead.
   *
   * @param bytes length of each message
   */
  private int countAlike(int at, int end, int bytes) {
    ByteBuffer memory = lane.memory();
    byte code = (byte) head.typeId();
    long nanos = 0;
    int next = at;
    int count = 0;
    while (next < end && memory.get(next) == code) {
      nanos += BodyHead.shortNanos(memory, next);
      next += bytes;
      count++;
    }
    head.reset(head.nanos() + nanos);
    return count;
  }

  private DeclaredEvent type(int at) {
    try {
      head.read(lane.memory(), at);
      return types.apply(head.typeId());
    } catch (FormatException e) {
      throw new IllegalStateException("a lane holds " + e.getMessage(), e);
    }
  }

  /** Moves past the last run. */
  void advance() {
    position += length;
    baseNanos = head.nanos();
  }
}
