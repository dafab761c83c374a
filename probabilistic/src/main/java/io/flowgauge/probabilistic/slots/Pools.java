package io.flowgauge.probabilistic.slots;

import io.flowgauge.prediction.Law;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Pools of slots, the pools in which each activity may run, and the priorities of activities.
 * Immutable and thread-safe.
 */
public final class Pools {
  private final List<Pool> pools;

  /** Queue of each activity; activities that may run in the same pools share a queue. */
  private final int[] queueOf;

  /** Pools of each queue, the preferred one first. */
  private final int[][] poolsOf;

  private final int[] priorities;

  /**
   * Creates pools.
   *
   * @param allowed for each activity, indices of the pools in which it may run, the preferred one
   *     first
   * @param priorities for each activity, its priority; higher ones go first
   */
  public Pools(List<Pool> pools, List<List<Integer>> allowed, int... priorities) {
    this.pools = List.copyOf(pools);
    this.priorities = priorities.clone();
    List<List<Integer>> queues = new ArrayList<>(allowed.stream().distinct().toList());
    queueOf = allowed.stream().mapToInt(queues::indexOf).toArray();
    poolsOf =
        queues.stream()
            .map(places -> places.stream().mapToInt(k -> k).toArray())
            .toArray(int[][]::new);
  }

  /**
   * Returns a pool for each distinct speed of processors, the fastest first; a single pool of speed
   * 1 if processors are unbounded.
   */
  public static Pools of(Speeds speeds, int activities) {
    List<Pool> pools = new ArrayList<>();
    for (int k = 0; k < speeds.count(); k++) {
      double speed = speeds.speed(k);
      boolean isSame = k > 0 && speed == speeds.speed(k - 1);
      int slots = isSame ? pools.remove(pools.size() - 1).slots() + 1 : 1;
      pools.add(new Pool("speed " + speed, slots, Law.constant(0), speed));
    }
    if (pools.isEmpty()) {
      pools.add(new Pool("unbounded", 1, Law.constant(0), 1));
    }
    List<Integer> all = IntStream.range(0, pools.size()).boxed().toList();
    return new Pools(pools, Collections.nCopies(activities, all), new int[activities]);
  }

  /**
   * Returns the index of a pool.
   *
   * @throws IllegalArgumentException if there is no pool of that name
   */
  public static int index(List<Pool> pools, String name) {
    for (int k = 0; k < pools.size(); k++) {
      if (pools.get(k).name().equals(name)) {
        return k;
      }
    }
    throw new IllegalArgumentException(
        "there is no pool " + name + ", but " + pools.stream().map(Pool::name).toList());
  }

  /** Returns all pools, in order. */
  public List<Pool> list() {
    return pools;
  }

  int queueCount() {
    return poolsOf.length;
  }

  int queueOf(int activity) {
    return queueOf[activity];
  }

  /** Returns the first pool of a queue with a free slot; -1 if there is none. */
  int firstFree(int queue, int[] free) {
    for (int pool : poolsOf[queue]) {
      if (free[pool] > 0) {
        return pool;
      }
    }
    return -1;
  }

  /** Returns the first pool with a free slot in which an activity may run; -1 if there is none. */
  public int firstFreeFor(int activity, int[] free) {
    return firstFree(queueOf[activity], free);
  }

  /** Returns the index of the pool that an activity prefers. */
  public int preferred(int activity) {
    return poolsOf[queueOf[activity]][0];
  }

  /** Returns the indices of the pools in which an activity may run, the preferred one first. */
  public IntStream allowed(int activity) {
    return IntStream.of(poolsOf[queueOf[activity]]);
  }

  /** Returns the number of slots of each pool. */
  public int[] slots() {
    return pools.stream().mapToInt(Pool::slots).toArray();
  }

  /**
   * Returns a key by which waiting activities are ordered; the smallest goes first.
   *
   * @param turn number of activities that became ready before
   */
  public long orderKey(int activity, int turn) {
    return -(long) priorities[activity] << Integer.SIZE | turn;
  }
}
