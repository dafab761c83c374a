package io.flowgauge.probabilistic.sampling;

import io.flowgauge.prediction.Range;
import io.flowgauge.probabilistic.draw.Hash;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Independent replicates of a sample, drawn until the mean is known well enough or the budget is
 * used up. Immutable and thread-safe.
 */
public final class Sampling {
  static final int REPLICATES = 16;
  static final double LEVEL = 0.95;

  /**
   * Factor by which intervals are widened: stopping when they are narrow favours those too narrow.
   */
  private static final double CAUTION = 1.05;

  /** Factor of samples above what seems needed, so that another round is rare. */
  private static final double RESERVE = 1.2;

  /** Greatest growth at a time: more would trust the first samples too much. */
  private static final double MOST_GROWTH = 16;

  /** Samples per replicate and instance; fewer would not reach far enough into the tail. */
  private static final int PER_INSTANCE = 4;

  /** Least number of samples beyond a quantile in a replicate; fewer would skew its estimates. */
  private static final int LEAST_BEYOND = 8;

  private final Replicate[] replicates;
  private final Replicate all;

  /** In how many samples each duration occurs. */
  private final int turns;

  /** The quantile of Student's t for the level, over the square root of the replicates. */
  private final double student;

  /**
   * Replicates that were drawn.
   *
   * @param makespans seconds, of each replicate equally many
   */
  public Sampling(double[][] makespans) {
    this(
        Arrays.stream(makespans).map(each -> Replicate.of(each.clone())).toArray(Replicate[]::new),
        1);
  }

  private Sampling(Replicate[] replicates, int turns) {
    this.replicates = replicates;
    this.turns = turns;
    all = Replicate.pooled(replicates);
    double count = replicates.length;
    double quantile = TDistribution.of(count - 1).inverseCumulativeProbability((1 + LEVEL) / 2);
    student = CAUTION * quantile / Math.sqrt(count);
  }

  /**
   * The goal to reach.
   *
   * @param maxSamples how many samples may be drawn
   * @param count independent instances of which the longest counts, 1 or more
   */
  public record Goal(AccuracyGoal accuracy, long maxSamples, double count) {
    private int maxSets(int set) {
      long sets = maxSamples / (REPLICATES * (long) set);
      return (int) Math.max(1, Math.min(sets, Integer.MAX_VALUE / REPLICATES / set));
    }

    private int firstSets(int set) {
      double needed = Math.ceil(PER_INSTANCE * count / set);
      return (int) Math.max(1, Math.min(needed, maxSets(set)));
    }
  }

  /**
   * Draws until the goal is reached, or as many samples as it allows.
   *
   * @param sampler what to draw from
   */
  public static Sampling run(Sampler sampler, Goal goal) {
    Replicate[] replicates = new Replicate[REPLICATES];
    Arrays.fill(replicates, Replicate.ofNothing());
    int sets = goal.firstSets(sampler.set());
    int most = goal.maxSets(sampler.set());
    while (true) {
      replicates = extended(replicates, sets, sampler, goal.accuracy().seed());
      Sampling sampling = new Sampling(replicates, sampler.turns());
      double excess = sampling.excess(goal.accuracy(), goal.count());
      if (!(excess > 1) || sets >= most) {
        return sampling;
      }
      double wanted = Math.rint(sets * Math.min(MOST_GROWTH, RESERVE * excess * excess));
      sets = (int) Math.min(Math.max(sets + 1, wanted), most);
    }
  }

  private static Replicate[] extended(
      Replicate[] replicates, int sets, Sampler sampler, long seed) {
    int size = sampler.set();
    return IntStream.range(0, REPLICATES)
        .parallel()
        .mapToObj(
            r -> {
              int known = replicates[r].size() / size;
              double[] makespans = replicates[r].longer(sets * size);
              for (int set = known; set < sets; set++) {
                long place = (long) set * REPLICATES + r;
                sampler.draw(seedOf(seed, place), makespans, set * size);
              }
              return Replicate.of(makespans);
            })
        .toArray(Replicate[]::new);
  }

  /** The seed of a set; the sets of all replicates take turns. */
  public static long seedOf(long seed, long place) {
    return Hash.of(seed, place);
  }

  /** Whether this many samples reach far enough for the longest of this many instances. */
  public static boolean canReach(long samples, double count) {
    return samples >= REPLICATES * (double) PER_INSTANCE * count;
  }

  /** Whether the samples reach far enough for the longest of the given number of instances. */
  boolean reaches(double count) {
    return replicates[0].size() >= PER_INSTANCE * count;
  }

  /**
   * Whether each replicate has samples enough on both sides of a quantile to know it. Far out,
   * single durations decide, so only samples that share none count.
   */
  boolean isInside(double count, double p) {
    double above = -Math.expm1(Math.log(p) / count);
    return Math.min(above, 1 - above) * replicates[0].size() / turns >= LEAST_BEYOND;
  }

  /** Samples that a quantile is between; infinite where no sample is far enough out. */
  Range quantileRange(double count, double p) {
    return all.quantileRange(count, p, turns);
  }

  Replicate all() {
    return all;
  }

  /** How many times as wide as requested the intervals are. */
  private double excess(AccuracyGoal accuracy, double count) {
    SampleAnswer answer = new SampleAnswer(this, count, "");
    double p = accuracy.probability();
    double ofMean = relative(answer.meanRange(), answer.mean()) / accuracy.relativeError();
    return accuracy.quantileError() == Double.POSITIVE_INFINITY
        ? ofMean
        : Math.max(
            ofMean,
            relative(answer.quantileRange(p), answer.quantile(p)) / accuracy.quantileError());
  }

  private static double relative(Range range, double value) {
    double half = (range.upper() - range.lower()) / 2;
    return half == 0 ? 0 : half / Math.abs(value);
  }

  /** Half the width of the confidence interval of a statistic. */
  double halfWidth(ToDoubleFunction<Replicate> statistic) {
    double[] values = Arrays.stream(replicates).mapToDouble(statistic).toArray();
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return student * Math.sqrt(squares / (values.length - 1.0));
  }
}
