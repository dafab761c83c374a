package io.flowgauge.probabilistic.network;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.enclosure.DiscreteLaw;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An upper bound of the expected makespan of a large graph: the sum over its levels, because a path
 * visits at most one activity of each level. For the activities of a level, {@code E max X <= c + Σ
 * E(X - c)+} for any c; the bound is smallest where the expected number of them that take longer
 * than c is one. Not thread-safe.
 */
final class LevelBound {
  private static final int HALVINGS = 60;

  private final Problem problem;

  LevelBound(Problem problem) {
    this.problem = problem;
  }

  double upper() {
    Dag dag = problem.reduction.reduced();
    List<Map<Integer, Long>> levels = new ArrayList<>();
    for (int k = 0; k < dag.levelCount(); k++) {
      levels.add(new HashMap<>());
    }
    for (int v = 0; v < dag.nodeCount(); v++) {
      levels.get(dag.level(v)).merge(problem.leaf[v], 1L, Long::sum);
    }
    return levels.stream().mapToDouble(this::upper).sum();
  }

  private double upper(Map<Integer, Long> level) {
    double count = level.values().stream().mapToLong(k -> k).sum() * problem.instances();
    Law first = problem.shapes.law(level.keySet().iterator().next());
    if (count == 1) {
      return first.mean() + DiscreteLaw.meanShortfall(first, 0, first.cdf(0));
    }
    double c = level(level);
    double sum = c;
    for (Map.Entry<Integer, Long> each : level.entrySet()) {
      Law law = problem.shapes.law(each.getKey());
      double above = DiscreteLaw.meanExcess(law, c, law.survival(c));
      sum += each.getValue() * problem.instances() * above;
    }
    return sum;
  }

  /** Returns the time that about one activity of a level is expected to exceed; 0 or more. */
  private double level(Map<Integer, Long> level) {
    double low = 0;
    double high = 0;
    for (Map.Entry<Integer, Long> each : level.entrySet()) {
      double among = level.size() * each.getValue() * problem.instances();
      high = Math.max(high, problem.shapes.law(each.getKey()).upperQuantile(1 / among));
    }
    for (int k = 0; k < HALVINGS && high - low > Math.ulp(high); k++) {
      double mid = low + (high - low) / 2;
      if (longer(level, mid) > 1) {
        low = mid;
      } else {
        high = mid;
      }
    }
    return high;
  }

  private double longer(Map<Integer, Long> level, double c) {
    double sum = 0;
    for (Map.Entry<Integer, Long> each : level.entrySet()) {
      double survival = problem.shapes.law(each.getKey()).survival(c);
      sum += each.getValue() * problem.instances() * survival;
    }
    return sum;
  }
}
