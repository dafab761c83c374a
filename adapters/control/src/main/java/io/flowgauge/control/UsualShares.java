package io.flowgauge.control;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** Where activities of each type usually are, as mean shares of looks. Not thread-safe. */
final class UsualShares {
  private final Map<String, Map<String, Double>> sums = new HashMap<>();
  private final Map<String, Integer> activities = new HashMap<>();

  /** Adds the shares of an activity that was not late. */
  void add(String type, Map<String, Double> shares) {
    Map<String, Double> all = sums.computeIfAbsent(type, any -> new HashMap<>());
    shares.forEach((region, share) -> all.merge(region, share, Double::sum));
    activities.merge(type, 1, Integer::sum);
  }

  /** Returns the mean share of a region; empty if no activity of the type is known. */
  OptionalDouble share(String type, String region) {
    Integer count = activities.get(type);
    return count == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(sums.get(type).getOrDefault(region, 0.0) / count);
  }
}
