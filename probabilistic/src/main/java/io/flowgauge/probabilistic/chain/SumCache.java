package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Fineness;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Caches sums of latencies, each of which serves every number of data segments. Thread-safe. */
final class SumCache {
  private final Map<Key, LatencySum> sums = new ConcurrentHashMap<>();

  private record Key(Map<Law, Integer> laws, Fineness fineness) {}

  LatencySum of(Map<Law, Integer> laws, Fineness fineness) {
    Key key = new Key(laws, fineness);
    LatencySum known = sums.get(key);
    if (known == null) {
      known = LatencySums.of(laws, fineness);
      sums.put(key, known);
    }
    return known;
  }
}
