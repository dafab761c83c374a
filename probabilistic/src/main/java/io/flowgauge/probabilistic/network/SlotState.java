package io.flowgauge.probabilistic.network;

import io.flowgauge.probabilistic.slots.Pools;
import java.util.Arrays;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Which activities hold a slot, and since when: those reported as started, and those that must have
 * started by the rules of the pools. Not thread-safe.
 */
final class SlotState {
  private static final int NOWHERE = -1;

  private final RunState state;
  private final Pools pools;

  /** The pool of which each activity holds a slot, or {@link #NOWHERE}. */
  private final int[] place;

  private final double[] since;
  private final boolean[] reported;

  /** Free slots by pool; negative if more activities were reported to run than there are slots. */
  private final int[] free;

  /** Ready activities without a slot, in the order in which they get one. */
  private final TreeSet<Integer> waiting;

  SlotState(RunState state, int activities, Pools pools) {
    this.state = state;
    this.pools = pools;
    place = new int[activities];
    Arrays.fill(place, NOWHERE);
    since = new double[activities];
    reported = new boolean[activities];
    free = pools.slots();
    waiting =
        new TreeSet<>(
            Comparator.<Integer>comparingLong(v -> pools.orderKey(v, 0))
                .thenComparingDouble(state::startTime)
                .thenComparingInt(v -> v));
    enqueue(IntStream.range(0, activities), 0);
  }

  private void enqueue(IntStream ready, double now) {
    ready
        .filter(v -> state.isOpen(v) && !state.waits(v) && place[v] == NOWHERE)
        .forEach(waiting::add);
    fill(now);
  }

  private void fill(double now) {
    boolean any = IntStream.of(free).anyMatch(count -> count > 0);
    if (!any) {
      return;
    }
    for (int v : waiting.stream().mapToInt(v -> v).toArray()) {
      int pool = pools.firstFreeFor(v, free);
      if (pool >= 0) {
        waiting.remove(v);
        occupySlot(v, pool, Math.max(now, state.startTime(v)));
      }
    }
  }

  private void occupySlot(int v, int pool, double at) {
    place[v] = pool;
    since[v] = at;
    free[pool]--;
  }

  private void removeActivity(int v) {
    waiting.remove(v);
    if (place[v] != NOWHERE) {
      free[place[v]]++;
      place[v] = NOWHERE;
    }
  }

  /**
   * Notes that an activity was reported as started.
   *
   * @param pool its pool, or {@link #NOWHERE} if that was not reported
   */
  void start(int v, int pool, double at) {
    int before = place[v];
    removeActivity(v);
    int preferred = pools.firstFreeFor(v, free);
    int guess = before != NOWHERE ? before : preferred >= 0 ? preferred : pools.preferred(v);
    int in = pool != NOWHERE ? pool : guess;
    if (free[in] <= 0) {
      freeSlot(in);
    }
    reported[v] = true;
    state.start(v, at);
    occupySlot(v, in, at);
    fill(at);
  }

  /**
   * Frees a slot of a pool: of the activities there whose start was not reported, the latest is
   * taken not to have started.
   */
  private void freeSlot(int pool) {
    IntStream.range(0, place.length)
        .filter(v -> place[v] == pool && !reported[v])
        .boxed()
        .max(Comparator.comparingDouble((Integer v) -> since[v]).thenComparingInt(v -> v))
        .ifPresent(
            v -> {
              removeActivity(v);
              waiting.add(v);
            });
  }

  void finish(int v, double at, IntStream successors) {
    removeActivity(v);
    state.finish(v, at);
    enqueue(successors, at);
  }

  int[] running() {
    return IntStream.range(0, place.length).filter(v -> place[v] != NOWHERE).toArray();
  }

  int place(int v) {
    return place[v];
  }

  double since(int v) {
    return since[v];
  }

  /** Returns the ready activities without a slot, in the order in which they became ready. */
  int[] waiting() {
    return waiting.stream()
        .sorted(Comparator.<Integer>comparingDouble(state::startTime).thenComparingInt(v -> v))
        .mapToInt(v -> v)
        .toArray();
  }
}
