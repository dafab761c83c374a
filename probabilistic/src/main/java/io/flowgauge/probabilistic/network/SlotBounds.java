package io.flowgauge.probabilistic.network;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Range;
import io.flowgauge.probabilistic.slots.Speeds;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Bounds of the expected makespan on bounded slots, for any schedule that leaves no slot idle while
 * an activity could start. Negative times count as 0. Not thread-safe.
 */
final class SlotBounds {
  private final Problem problem;
  private final Speeds speeds;

  SlotBounds(Problem problem) {
    this.problem = problem;
    speeds = problem.options.speeds();
  }

  Range bracket() {
    double work = 0;
    double negative = 0;
    for (Map.Entry<Integer, Long> each : counts().entrySet()) {
      Law law = problem.shapes.law(each.getKey());
      double mean = law.lower() >= 0 ? law.mean() : law.clippedAtZero().mean();
      double count = each.getValue() * (double) problem.options.dataSegments();
      work += count * mean;
      negative += count * (mean - law.mean());
    }
    double path = new Bounds(problem).meanPath() / speeds.speed(0);
    double lower = Math.max(path, work / speeds.total());
    return new Range(lower, Math.max(lower, upper(work, negative)));
  }

  private Map<Integer, Long> counts() {
    return IntStream.of(problem.leaf)
        .boxed()
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  /**
   * Returns the upper bound. While not all slots are busy, the next activity of some path is
   * running at no less than the least speed s. With total work W, longest path L and sum of speeds
   * S, the makespan is at most {@code W / S + L / s (1 - s / S)} (Graham: Bounds on multiprocessing
   * timing anomalies, 1969, for equal speeds), and at most {@code W / s}.
   */
  private double upper(double work, double negative) {
    double slowest = speeds.speed(speeds.count() - 1);
    double others = 1 - slowest / speeds.total();
    if (others == 0) {
      return work / slowest;
    }
    Options unbounded = problem.options.withoutSlots();
    Problem same = new Problem(problem.workflow, problem.reduction, unbounded);
    double path = new Bounds(same).upper() + negative;
    return Math.min(work / speeds.total() + path / slowest * others, work / slowest);
  }
}
