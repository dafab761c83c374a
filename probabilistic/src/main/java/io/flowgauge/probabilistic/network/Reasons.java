package io.flowgauge.probabilistic.network;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.reduction.Ints;
import io.flowgauge.probabilistic.sampling.DelayChain;
import io.flowgauge.probabilistic.sampling.PathTraces;
import io.flowgauge.probabilistic.sampling.Traces;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds what determined the sampled makespans by stepping back from the last end: along the longest
 * path of the graph or, with bounded slots, along chains of jobs in which each waited for the
 * previous one or for its slot. Immutable once made; thread-safe.
 */
final class Reasons {
  private static final int MOST_SAMPLES = 1 << 14;
  private static final int LEAST_SAMPLES = 1 << 8;
  private static final int LEAST_SCHEDULES = 1 << 6;
  private static final int PER_INSTANCE = 64;
  private static final int MOST_OF_INSTANCES = 1 << 18;

  /** Greatest product of the numbers of samples and activities. */
  private static final int MOST_WORK = 1 << 28;

  /** Greatest product of the numbers of samples and scheduled jobs. */
  private static final int MOST_SCHEDULED = 1 << 22;

  /**
   * Greatest total number of activities on the paths that are recorded. Further new paths count
   * only for the criticality and contribution of their activities.
   */
  private static final int MOST_REMEMBERED = 1 << 23;

  private final int samples;
  private final double[] criticality;
  private final double[] contribution;
  private final Map<Ints, Double> paths = new HashMap<>();
  private long remembered;

  /** One more than the last sample in which each activity was counted. */
  private final int[] counted;

  private Reasons(Problem problem, Weights weights) {
    int activities = problem.leaf.length;
    criticality = new double[activities];
    contribution = new double[activities];
    counted = new int[activities];
    Traces traces = problem.options.hasSlots() ? problem.schedules() : paths(problem);
    double[] makespans = traces.makespans();
    samples = makespans.length;
    double[] weight = weights.of(makespans);
    traces.forEach(
        sample -> weight[sample] > 0,
        (sample, chain) ->
            add(chain, sample, weight[sample], weight[sample] * weights.load(makespans[sample])));
  }

  private static Traces paths(Problem problem) {
    return new PathTraces(
        problem.reduction.reduced(),
        new DurationTables(problem.leaf, problem.shapes, new Curve[0]),
        problem.options.accuracy().seed(),
        samples(problem));
  }

  private static int samples(Problem problem) {
    int affordable = Integer.highestOneBit(MOST_WORK / problem.leaf.length);
    double tail = Math.min(PER_INSTANCE * problem.instances(), MOST_OF_INSTANCES);
    int wanted = Integer.highestOneBit((int) Math.max(MOST_SAMPLES, tail));
    return Math.min(wanted, Math.max(LEAST_SAMPLES, affordable));
  }

  /** Returns the number of schedules that are sampled for reasons. */
  static int schedules(double jobs) {
    int affordable = Integer.highestOneBit((int) Math.max(1, MOST_SCHEDULED / jobs));
    return Math.min(MOST_SAMPLES, Math.max(LEAST_SCHEDULES, affordable));
  }

  /** Finds the reasons of the mean. */
  static Reasons ofMean(Problem problem) {
    return new Reasons(problem, Weights.ofMean(problem.instances()));
  }

  /** Finds the reasons of a quantile. */
  static Reasons ofQuantile(Problem problem, double p) {
    return new Reasons(problem, Weights.ofQuantile(problem.instances(), p));
  }

  /** Finds the reasons of a makespan of the given seconds under a site load. */
  static Reasons ofLoaded(Problem problem, Law load, double seconds) {
    return new Reasons(problem, Weights.ofLoaded(problem.instances(), load, seconds));
  }

  private void add(DelayChain chain, int sample, double weight, double load) {
    for (int k = 0; k < chain.activities().length; k++) {
      int v = chain.activities()[k];
      contribution[v] += load * chain.seconds()[k];
      if (counted[v] != sample + 1) {
        counted[v] = sample + 1;
        criticality[v] += weight;
      }
    }
    addPath(new Ints(chain.activities()), weight);
  }

  private void addPath(Ints path, double weight) {
    if (paths.containsKey(path) || remembered < MOST_REMEMBERED) {
      paths.merge(path, weight, Double::sum);
      remembered += path.values().length;
    }
  }

  int samples() {
    return samples;
  }

  double criticality(int node) {
    return Math.min(1, criticality[node]);
  }

  double contribution(int node) {
    return contribution[node];
  }

  List<Map.Entry<Ints, Double>> paths(int count) {
    return paths.entrySet().stream()
        .sorted(
            Map.Entry.<Ints, Double>comparingByValue()
                .reversed()
                .thenComparing(e -> Arrays.toString(e.getKey().values())))
        .limit(count)
        .toList();
  }
}
