package io.flowgauge.traces.chrome;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Slices of one thread, which must be nested or disjoint. Slices that partly overlap another are
 * collected separately. Not thread-safe.
 */
final class Nesting {
  private final TraceEvents events;
  private final Track track;
  private final Deque<Slice> open = new ArrayDeque<>();
  private final List<Slice> across = new ArrayList<>();

  Nesting(TraceEvents events, Track track) {
    this.events = events;
    this.track = track;
  }

  /** Draws slices inside an interval, and returns those that do not fit. */
  static List<Slice> draw(TraceEvents events, Track track, List<Slice> slices, long begin, long end)
      throws IOException {
    Nesting nesting = new Nesting(events, track);
    List<Slice> inOrder = new ArrayList<>(slices);
    // Stable: among equal intervals, the one listed first is the outer one.
    inOrder.sort(
        Comparator.comparingLong(Slice::begin)
            .thenComparing(Comparator.comparingLong(Slice::end).reversed()));
    for (Slice slice : inOrder) {
      if (slice.begin() < begin || slice.end() > end) {
        nesting.across.add(slice);
      } else {
        nesting.draw(slice);
      }
    }
    nesting.closeUpTo(Long.MAX_VALUE);
    return nesting.across;
  }

  private void draw(Slice slice) throws IOException {
    closeUpTo(slice.begin());
    if (!open.isEmpty() && slice.end() > open.peek().end()) {
      across.add(slice);
      return;
    }
    events.begin(track, slice);
    open.push(slice);
  }

  private void closeUpTo(long nanos) throws IOException {
    while (!open.isEmpty() && open.peek().end() <= nanos) {
      Slice slice = open.pop();
      if (!slice.isOpen()) {
        events.end(track, slice.end());
      }
    }
  }
}
