package io.flowgauge.probabilistic.network;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.reduction.Reduction;
import io.flowgauge.probabilistic.reduction.Shapes;
import io.flowgauge.probabilistic.slots.JobGraph;
import io.flowgauge.probabilistic.slots.PoolSampler;
import io.flowgauge.probabilistic.slots.Pools;
import io.flowgauge.probabilistic.slots.ScheduleSampler;
import io.flowgauge.probabilistic.slots.ScheduleTraces;
import io.flowgauge.probabilistic.slots.Schedules;
import io.flowgauge.workflow.Workflow;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The complete input of a forecast. Immutable once made; thread-safe. */
final class Problem {
  /** Probability below which distributions computed by Fourier transforms are only round-off. */
  private static final double LEAST_TAIL = 1e-17;

  private static final double TAIL = 1e-12;

  private static final long MOST_SAMPLES = 1 << 20;
  private static final long LEAST_SAMPLES = 1 << 10;

  /**
   * Greatest product of the numbers of samples and activities that are drawn by default: a few
   * seconds.
   */
  private static final long MOST_WORK = 1L << 30;

  /** Greatest product of the numbers of samples and jobs that are scheduled by default. */
  private static final long MOST_SCHEDULED = 1L << 24;

  final Workflow workflow;
  final Reduction reduction;
  final Options options;
  final Shapes shapes = new Shapes();

  /**
   * The shape of each activity. In mode DP, its law is that of the longest time over all data
   * segments.
   */
  final int[] leaf;

  private double logFinishing;

  /** Shapes whose latencies have no mean, or no variance. */
  private final BitSet meanless = new BitSet();

  private final BitSet varianceless = new BitSet();

  /** Whether the latencies of all pools have a mean, and a variance. */
  private final boolean poolsHaveMean;

  private final boolean poolsHaveVariance;

  /** Computed when first needed; racing threads compute equal values. */
  private volatile PooledTimes pooled;

  private volatile ScheduleTraces schedules;

  Problem(Workflow workflow, Reduction reduction, Options options) {
    this.workflow = workflow;
    this.reduction = reduction;
    this.options = options;
    leaf = new int[workflow.activityCount()];
    // Compared by identity, because comparing large samples for every activity would take long.
    Map<Double, IdentityHashMap<Law, Integer>> known = new HashMap<>();
    Law[] latencies = options.laws().latencies(leaf.length);
    double[] services = options.laws().serviceTimes(leaf.length);
    for (int v = 0; v < leaf.length; v++) {
      Law latency = latencies[v];
      double service = services[v];
      leaf[v] =
          known
              .computeIfAbsent(service, key -> new IdentityHashMap<>())
              .computeIfAbsent(latency, law -> shape(service, law));
      logFinishing += options.dataSegments() * Math.log1p(-latency.lostFraction());
    }
    poolsHaveMean = poolsHave(Law::mean);
    poolsHaveVariance = poolsHave(Law::sd);
    if (options.hasPools()) {
      logFinishing += logFinishingIn(options.pools(leaf.length));
    }
  }

  private boolean poolsHave(ToDoubleFunction<Law> moment) {
    return options.placement().pools().stream()
        .allMatch(pool -> isFinite(moment.applyAsDouble(pool.latency()), pool.latency()));
  }

  /**
   * Returns the logarithm of the probability that no job is lost by its pool, if all activities run
   * in the pools they prefer.
   */
  private double logFinishingIn(Pools pools) {
    return IntStream.range(0, leaf.length)
        .mapToDouble(v -> pools.list().get(pools.preferred(v)).latency().lostFraction())
        .map(lost -> Math.log1p(-lost))
        .sum();
  }

  private int shape(double service, Law latency) {
    Law law = isBarrier() ? latency.maximumOf((double) options.dataSegments()) : latency;
    int shape = shapes.leaf(service == 0 ? law : Law.shifted(service, law));
    meanless.set(shape, !isFinite(latency.mean(), latency));
    varianceless.set(shape, !isFinite(latency.sd(), latency));
    return shape;
  }

  /** Whether a moment is finite, apart from lost jobs. */
  private static boolean isFinite(double moment, Law law) {
    return law.lostFraction() > 0 || moment < Double.POSITIVE_INFINITY;
  }

  /** Whether each activity waits for all data segments of its predecessors. */
  private boolean isBarrier() {
    return options.mode() == Mode.DP && options.dataSegments() > 1 && !options.isBounded();
  }

  /** Returns the number of independent instances of the workflow, of which the longest counts. */
  double instances() {
    return options.mode() == Mode.DSP && !options.isBounded() ? options.dataSegments() : 1;
  }

  double tail() {
    return Math.max(LEAST_TAIL, TAIL / instances());
  }

  /** Returns the greatest number of samples that may be drawn. */
  long maxSamples() {
    return options.accuracy().maxSamples().orElseGet(this::usualSamples);
  }

  private long usualSamples() {
    double jobs = Math.max(1, leaf.length);
    double affordable =
        options.hasSlots() ? MOST_SCHEDULED / (jobs * options.dataSegments()) : MOST_WORK / jobs;
    return (long) Math.max(LEAST_SAMPLES, Math.min(MOST_SAMPLES, affordable));
  }

  /** Returns the probability that no job is lost. */
  double finishing() {
    return Math.exp(logFinishing);
  }

  /** Whether the makespan has a finite mean; the mean of the site load may be infinite, too. */
  boolean hasMean() {
    return meanless.isEmpty() && poolsHaveMean && logFinishing == 0 && loadHas(Law::mean);
  }

  boolean hasVariance() {
    return hasMean() && varianceless.isEmpty() && poolsHaveVariance && loadHas(Law::sd);
  }

  boolean hasMean(int activity) {
    return !meanless.get(leaf[activity]);
  }

  boolean hasVariance(int activity) {
    return !varianceless.get(leaf[activity]);
  }

  private boolean loadHas(ToDoubleFunction<Law> moment) {
    return options.siteLoad().stream()
        .allMatch(load -> moment.applyAsDouble(load) < Double.POSITIVE_INFINITY);
  }

  Law law(int activity) {
    return shapes.law(leaf[activity]);
  }

  /** Returns the times in the pools; in a single one if none was set. */
  PooledTimes pooled() {
    PooledTimes made = pooled;
    if (made == null) {
      made = new PooledTimes(this, options.pools(leaf.length).list());
      pooled = made;
    }
    return made;
  }

  private Schedules sampler() {
    if (options.hasPools()) {
      Pools pools = options.pools(leaf.length);
      return new PoolSampler(reduction.reduced(), pools, pooled().durations());
    }
    JobGraph jobs = new JobGraph(reduction.reduced(), options.dataSegments(), options.mode());
    DurationTables durations = new DurationTables(leaf, shapes, new Curve[0]);
    return new ScheduleSampler(jobs, options.speeds(), durations);
  }

  /** Returns sampled schedules on the bounded slots, the same for all callers. */
  ScheduleTraces schedules() {
    ScheduleTraces made = schedules;
    if (made == null) {
      made =
          new ScheduleTraces(
              sampler(),
              options.accuracy().seed(),
              Reasons.schedules((double) leaf.length * options.dataSegments()));
      schedules = made;
    }
    return made;
  }
}
