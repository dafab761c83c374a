package io.flowgauge.activation.collect;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.BodyHead;
import io.flowgauge.log.format.HeaderMessage;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Events selected from a block, which become a new block. Not thread-safe. */
final class BlockDraft {
  private static final int FIRST_CAPACITY = 1 << 16;

  private final Map<Integer, HeaderMessage> types = new LinkedHashMap<>();
  private ByteBuffer bodies = ByteBuffer.allocate(FIRST_CAPACITY);
  private BlockHeader origin;
  private int typeBytes;
  private int events;
  private long baseNanos;
  private long lastNanos;

  /** Starts a draft with events of the given block. */
  void begin(BlockHeader block) {
    origin = block;
    lastNanos = block.baseNanos();
    restart();
  }

  /** Starts the next draft with further events of the same block. */
  void restart() {
    types.clear();
    bodies.clear().order(origin.order());
    typeBytes = 0;
    events = 0;
    baseNanos = lastNanos;
  }

  /** Whether there is room for an event with this many bytes of values. */
  boolean fits(HeaderMessage type, int valueBytes) {
    int more = types.containsKey(type.typeId()) ? 0 : type.bytes();
    return typeBytes + more <= BlockHeader.MAX_SECTION
        && bodies.position() + BodyHead.FULL + valueBytes <= BlockHeader.MAX_SECTION;
  }

  /** Adds an event, copying its values from a buffer. */
  void add(HeaderMessage type, long nanos, ByteBuffer from, int values, int valueBytes) {
    if (types.putIfAbsent(type.typeId(), type) == null) {
      typeBytes += type.bytes();
    }
    reserve(BodyHead.FULL + valueBytes);
    int at = bodies.position();
    int head = BodyHead.put(bodies, at, type.typeId(), nanos, lastNanos);
    bodies.put(at + head, from, values, valueBytes).position(at + head + valueBytes);
    lastNanos = nanos;
    events++;
  }

  private void reserve(int bytes) {
    if (bodies.remaining() < bytes) {
      int capacity = Math.max(2 * bodies.capacity(), bodies.position() + bytes);
      bodies = ByteBuffer.allocate(capacity).order(origin.order()).put(bodies.flip());
    }
  }

  /** Returns the header of the block that the events are from. */
  BlockHeader origin() {
    return origin;
  }

  Iterable<HeaderMessage> types() {
    return types.values();
  }

  int events() {
    return events;
  }

  long baseNanos() {
    return baseNanos;
  }

  /** Returns the body messages. */
  ByteBuffer bodies() {
    return bodies.duplicate().flip();
  }
}
