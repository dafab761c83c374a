package io.flowgauge.probabilistic.network;

import io.flowgauge.probabilistic.slots.Pools;
import java.util.Arrays;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Which activities hold a slot, and since when: those reported to have begun, and those that would
 * have begun by the rules of the pools. Not thread-safe.
 */
final class SlotState {
  private static final int NOWHERE = -1;

  private final RunState state;
  private final Pools pools;

  /** The pool that each activity holds a slot of. */
  private final int[] place;

  private final double[] since;
  private final boolean[] reported;

  /** By pool; negative where more run than there are slots. */
  private final int[] free;

  /** Ready activities without a slot, those that go first first. */
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
            Comparator.<Integer>comparingLong(v -> pools.order(v, 0))
                .thenComparingDouble(state::start)
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
      int pool = pools.freeFor(v, free);
      if (pool >= 0) {
        waiting.remove(v);
        take(v, pool, Math.max(now, state.start(v)));
      }
    }
  }

  private void take(int v, int pool, double at) {
    place[v] = pool;
    since[v] = at;
    free[pool]--;
  }

  private void leave(int v) {
    waiting.remove(v);
    if (place[v] != NOWHERE) {
      free[place[v]]++;
      place[v] = NOWHERE;
    }
  }

  /**
   * An activity began.
   *
   * @param pool where, or {@link #NOWHERE} if that was not reported
   */
  void start(int v, int pool, double at) {
    int before = place[v];
    leave(v);
    int preferred = pools.freeFor(v, free);
    int guess = before != NOWHERE ? before : preferred >= 0 ? preferred : pools.preferred(v);
    int in = pool != NOWHERE ? pool : guess;
    if (free[in] <= 0) {
      giveWay(in);
    }
    reported[v] = true;
    state.start(v, at);
    take(v, in, at);
    fill(at);
  }

  /** Of those in a pool that were not reported to have begun, the last one has not. */
  private void giveWay(int pool) {
    IntStream.range(0, place.length)
        .filter(v -> place[v] == pool && !reported[v])
        .boxed()
        .max(Comparator.comparingDouble((Integer v) -> since[v]).thenComparingInt(v -> v))
        .ifPresent(
            v -> {
              leave(v);
              waiting.add(v);
            });
  }

  void finish(int v, double at, IntStream successors) {
    leave(v);
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

  /** Those without a slot, in the order in which they became ready. */
  int[] waiting() {
    return waiting.stream()
        .sorted(Comparator.<Integer>comparingDouble(state::start).thenComparingInt(v -> v))
        .mapToInt(v -> v)
        .toArray();
  }
}
