package io.flowgauge.probabilistic.network;

import io.flowgauge.probabilistic.slots.Pool;
import io.flowgauge.probabilistic.slots.Pools;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Pools of slots, and the settings of which pools activities may run in and of their priorities.
 * Settings form a linked list, so that adding one takes constant time; the latest setting of an
 * activity applies. Immutable and thread-safe.
 *
 * @param last latest setting of a single activity, or null
 */
record Placement(List<Pool> pools, Setting last) {
  static final Placement NONE = new Placement(List.of(), null);

  /**
   * A setting of one activity: the pools in which it may run, or its priority if there are none.
   */
  private record Setting(Setting before, int activity, List<Integer> pools, int priority) {}

  boolean isEmpty() {
    return pools.isEmpty();
  }

  Placement with(Pool pool) {
    List<Pool> all = new ArrayList<>(pools);
    all.removeIf(other -> other.name().equals(pool.name()));
    if (all.size() < pools.size()) {
      all.add(index(pool.name()), pool);
    } else {
      all.add(pool);
    }
    return new Placement(List.copyOf(all), last);
  }

  Placement withPools(int activity, String... names) {
    if (names.length == 0) {
      throw new IllegalArgumentException("an activity must have a pool to run in, but has none");
    }
    List<Integer> indices = Arrays.stream(names).map(this::index).distinct().toList();
    return new Placement(pools, new Setting(last, activity, indices, 0));
  }

  Placement withPriority(int activity, int priority) {
    return new Placement(pools, new Setting(last, activity, List.of(), priority));
  }

  /** Returns the index of a pool. */
  int index(String name) {
    return Pools.index(pools, name);
  }

  /** Applies the settings to the given number of activities. */
  Pools of(int activities) {
    List<Integer> everywhere = IntStream.range(0, pools.size()).boxed().toList();
    List<List<Integer>> allowed = new ArrayList<>();
    int[] priorities = new int[activities];
    boolean[] isPrioritised = new boolean[activities];
    for (int v = 0; v < activities; v++) {
      allowed.add(null);
    }
    for (Setting setting = last; setting != null; setting = setting.before()) {
      int v = setting.activity();
      if (!setting.pools().isEmpty() && allowed.get(v) == null) {
        allowed.set(v, setting.pools());
      } else if (setting.pools().isEmpty() && !isPrioritised[v]) {
        priorities[v] = setting.priority();
        isPrioritised[v] = true;
      }
    }
    allowed.replaceAll(places -> places == null ? everywhere : places);
    return new Pools(pools, allowed, priorities);
  }
}
