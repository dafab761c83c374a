package io.flowgauge.probabilistic.network;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.chain.SumLaw;
import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.law.Laws;
import io.flowgauge.probabilistic.reduction.Shapes;
import io.flowgauge.probabilistic.slots.Pool;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The times for which activities hold a slot of each pool: the pool's latency plus their own time.
 * In the tables, each pair of activity and pool is a node. Immutable once made; thread-safe.
 */
final class PooledTimes {
  private final Shapes shapes = new Shapes();
  private final int[] nodes;
  private final int pools;
  private final DurationTables durations;

  PooledTimes(Problem problem, List<Pool> pools) {
    this.pools = pools.size();
    nodes = new int[problem.leaf.length * this.pools];
    for (int place = 0; place < this.pools; place++) {
      // Activities whose laws differ only in service time share the convolution with the pool's
      // latency.
      Map<Integer, Integer> known = new HashMap<>();
      IdentityHashMap<Law, Law> sums = new IdentityHashMap<>();
      for (int v = 0; v < problem.leaf.length; v++) {
        Pool pool = pools.get(place);
        nodes[node(v, place)] =
            known.computeIfAbsent(
                problem.leaf[v],
                leaf -> shapes.leaf(timeOnSlot(problem.shapes.law(leaf), pool, sums)));
      }
    }
    durations = new DurationTables(nodes, shapes, new Curve[0]);
  }

  private static Law timeOnSlot(Law own, Pool pool, IdentityHashMap<Law, Law> sums) {
    double shift = Laws.shiftOf(own);
    Law base = Laws.unshifted(own);
    Law sum = sums.computeIfAbsent(base, law -> SumLaw.of(law, pool.latency()));
    Law whole = shift == 0 ? sum : Law.shifted(shift, sum);
    return pool.speed() == 1 ? whole : whole.scaledBy(1 / pool.speed());
  }

  int nodeCount() {
    return nodes.length;
  }

  int node(int activity, int pool) {
    return activity * pools + pool;
  }

  Law law(int activity, int pool) {
    return shapes.law(nodes[node(activity, pool)]);
  }

  DurationTables durations() {
    return durations;
  }
}
