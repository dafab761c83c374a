package io.flowgauge.log.read;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.StreamIdentity;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;

/**
 * Merges several cursors by time; of simultaneous events, the one whose cursor was given first
 * comes first.
 */
final class MergedCursor implements EventCursor {
  /** A heap of cursors, the one with the earliest event on top. */
  private final EventCursor[] heap;

  private final int[] rank;
  private final long[] times;
  private int size;

  /** How many cursors have been asked for their first event. */
  private int begun;

  MergedCursor(Collection<? extends EventCursor> cursors) {
    heap = cursors.toArray(EventCursor[]::new);
    rank = new int[heap.length];
    times = new long[heap.length];
  }

  @Override
  public boolean next() throws IOException {
    if (begun < heap.length) {
      begin();
    } else if (size > 0) {
      advanceTop();
    }
    return size > 0;
  }

  /** Moves all cursors to their first events. If one fails, the next call continues with it. */
  private void begin() throws IOException {
    for (; begun < heap.length; begun++) {
      EventCursor cursor = heap[begun];
      if (cursor.next()) {
        place(size++, cursor, begun, cursor.timeNanos());
      }
    }
    for (int k = size / 2 - 1; k >= 0; k--) {
      sink(k);
    }
  }

  private void advanceTop() throws IOException {
    if (heap[0].next()) {
      times[0] = heap[0].timeNanos();
    } else {
      size--;
      place(0, heap[size], rank[size], times[size]);
    }
    sink(0);
  }

  private void place(int at, EventCursor cursor, int itsRank, long time) {
    heap[at] = cursor;
    rank[at] = itsRank;
    times[at] = time;
  }

  private void sink(int from) {
    int at = from;
    for (int child = earlierChild(at); child >= 0 && isBefore(child, at); ) {
      swap(at, child);
      at = child;
      child = earlierChild(at);
    }
  }

  /** Returns the earlier of one or two children, or -1 if there is none. */
  private int earlierChild(int of) {
    int left = 2 * of + 1;
    if (left >= size) {
      return -1;
    }
    return left + 1 < size && isBefore(left + 1, left) ? left + 1 : left;
  }

  private boolean isBefore(int a, int b) {
    return times[a] != times[b] ? times[a] < times[b] : rank[a] < rank[b];
  }

  private void swap(int a, int b) {
    EventCursor cursor = heap[a];
    int itsRank = rank[a];
    long time = times[a];
    place(a, heap[b], rank[b], times[b]);
    place(b, cursor, itsRank, time);
  }

  private EventCursor top() {
    if (size == 0) {
      throw new IllegalStateException("no current event: next() must have returned true");
    }
    return heap[0];
  }

  @Override
  public long timeNanos() {
    return top().timeNanos();
  }

  @Override
  public EventSchema schema() {
    return top().schema();
  }

  @Override
  public Optional<StreamIdentity> source() {
    return top().source();
  }

  @Override
  public Optional<StreamId> stream() {
    return top().stream();
  }

  @Override
  public long number() {
    return top().number();
  }

  @Override
  public int int32(int field) {
    return top().int32(field);
  }

  @Override
  public long int64(int field) {
    return top().int64(field);
  }

  @Override
  public float float32(int field) {
    return top().float32(field);
  }

  @Override
  public double float64(int field) {
    return top().float64(field);
  }

  @Override
  public String string(int field) {
    return top().string(field);
  }

  @Override
  public LogEvent event() {
    return top().event();
  }
}
