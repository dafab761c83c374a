package io.flowgauge.log.write;

import io.flowgauge.log.format.BodyHead;
import io.flowgauge.log.format.TypeFilter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntFunction;

/** Takes the events a destination wants out of runs. Not thread-safe. */
final class Sieve {
  /**
   * No event left out makes the heads of others longer by more than itself, and a run has one
   * message beyond its end.
   */
  private static final int CAPACITY = 2 * (LaneReader.RUN + BodyHead.MAX_MESSAGE);

  private final IntFunction<EventType> types;
  private Selection selection;

  /** By type id, as far as asked for. */
  private TypeFilter[] filters = new TypeFilter[8];

  /** Made when first needed. */
  private ByteBuffer sifted;

  private final BitSet typeIds = new BitSet();
  private int events;
  private long previousNanos;

  Sieve(Selection selection, IntFunction<EventType> types) {
    this.selection = selection;
    this.types = types;
  }

  void select(Selection other) {
    selection = other;
    Arrays.fill(filters, null);
  }

  private TypeFilter filter(int typeId) {
    if (typeId >= filters.length) {
      filters = Arrays.copyOf(filters, Math.max(typeId + 1, 2 * filters.length));
    }
    if (filters[typeId] == null) {
      filters[typeId] = selection.of(types.apply(typeId));
    }
    return filters[typeId];
  }

  /** Whether a run can be taken as it is. */
  private boolean takesAll(BitSet ids) {
    for (int id = ids.nextSetBit(0); id >= 0; id = ids.nextSetBit(id + 1)) {
      if (!filter(id).acceptsAll()) {
        return false;
      }
    }
    return true;
  }

  /** Finds out what is wanted of a run. */
  void sift(LaneReader run) {
    if (takesAll(run.typeIds())) {
      typeIds.clear();
      typeIds.or(run.typeIds());
      events = run.events();
      bodies = run.bodies();
      return;
    }
    siftEach(run);
  }

  private ByteBuffer bodies;

  private void siftEach(LaneReader run) {
    if (sifted == null) {
      sifted = ByteBuffer.allocateDirect(CAPACITY).order(ByteOrder.nativeOrder());
    }
    typeIds.clear();
    events = 0;
    previousNanos = run.baseNanos();
    sifted.clear();
    run.visit(this::take);
    bodies = sifted.duplicate().flip();
  }

  private void take(EventType type, long nanos, ByteBuffer memory, int values, int end) {
    int id = type.header().typeId();
    if (!filter(id).accepts(memory, values)) {
      return;
    }
    int at = sifted.position();
    int next = at + BodyHead.put(sifted, at, id, nanos, previousNanos);
    sifted.put(next, memory, values, end - values).position(next + end - values);
    previousNanos = nanos;
    typeIds.set(id);
    events++;
  }

  /** The messages that are wanted. */
  ByteBuffer bodies() {
    return bodies;
  }

  /** Their number. */
  int events() {
    return events;
  }

  /** The ids of their types. */
  BitSet typeIds() {
    return typeIds;
  }
}
