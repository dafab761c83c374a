package io.flowgauge.log.write;

import io.flowgauge.log.format.BodyHead;
import io.flowgauge.log.format.FormatException;
import io.flowgauge.log.format.TypeFilter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntFunction;

/** Selects from runs the events that a destination wants. Not thread-safe. */
final class DestinationFilter {
  /**
   * Enough for any selection of a run: leaving out an event lengthens the heads of others by no
   * more than its own size, and the last message of a run may extend beyond its limit.
   */
  private static final int CAPACITY = 2 * (LaneReader.RUN + BodyHead.MAX_MESSAGE);

  private final IntFunction<DeclaredEvent> types;
  private final BodyHead head = new BodyHead();
  private Selection selection;

  /** Filters by type id; null until needed. */
  private TypeFilter[] filters = new TypeFilter[8];

  /** Null until needed. */
  private ByteBuffer filtered;

  DestinationFilter(Selection selection, IntFunction<DeclaredEvent> types) {
    this.selection = selection;
    this.types = types;
  }

  void setSelection(Selection other) {
    selection = other;
    Arrays.fill(filters, null);
  }

  private TypeFilter filter(int typeId) {
    if (typeId >= filters.length) {
      filters = Arrays.copyOf(filters, Math.max(typeId + 1, 2 * filters.length));
    }
    if (filters[typeId] == null) {
      filters[typeId] = selection.filterFor(types.apply(typeId));
    }
    return filters[typeId];
  }

  /**
   * Returns the wanted events of a run, of which there may be none. The result is valid until the
   * next call.
   */
  Run wantedEvents(Run run) {
    return run.types().stream().allMatch(id -> filter(id).acceptsAll()) ? run : filterEach(run);
  }

  private Run filterEach(Run run) {
    if (filtered == null) {
      filtered = ByteBuffer.allocateDirect(CAPACITY).order(ByteOrder.nativeOrder());
    }
    ByteBuffer bodies = run.bodies().order(ByteOrder.nativeOrder());
    BitSet typeIds = new BitSet();
    int events = 0;
    int to = 0;
    long previousNanos = run.baseNanos();
    head.reset(run.baseNanos());
    for (int at = 0; at < bodies.limit(); ) {
      read(bodies, at);
      int id = head.typeId();
      int values = at + head.bytes();
      at = types.apply(id).layout().end(bodies, values);
      if (filter(id).accepts(bodies, values)) {
        to += BodyHead.put(filtered, to, id, head.nanos(), previousNanos);
        filtered.put(to, bodies, values, at - values);
        to += at - values;
        previousNanos = head.nanos();
        typeIds.set(id);
        events++;
      }
    }
    return new Run(filtered.slice(0, to), events, run.baseNanos(), typeIds);
  }

  private void read(ByteBuffer bodies, int at) {
    try {
      head.read(bodies, at);
    } catch (FormatException e) {
      throw new IllegalStateException("a run holds " + e.getMessage(), e);
    }
  }
}
