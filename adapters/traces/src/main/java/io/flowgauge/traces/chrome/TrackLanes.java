package io.flowgauge.traces.chrome;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Assigns lanes to intervals that arrive in order of their start: each gets the lowest lane in
 * which nothing overlaps it. Not thread-safe.
 */
final class TrackLanes {
  private final PriorityQueue<Integer> free = new PriorityQueue<>();
  private final PriorityQueue<Busy> busy = new PriorityQueue<>(Comparator.comparingLong(Busy::end));
  private int count;

  private record Busy(long end, int lane) {}

  /** Returns the lane of an interval, counted from 0; the end is exclusive. */
  int take(long begin, long end) {
    while (!busy.isEmpty() && busy.peek().end() <= begin) {
      free.add(busy.poll().lane());
    }
    int lane = free.isEmpty() ? count++ : free.poll();
    busy.add(new Busy(end, lane));
    return lane;
  }

  int count() {
    return count;
  }
}
