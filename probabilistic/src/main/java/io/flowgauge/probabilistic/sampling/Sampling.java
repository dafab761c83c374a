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
   * Factor by which intervals are widened, because stopping as soon as they are narrow favours
   * those that are too narrow.
   */
  private static final double CAUTION = 1.05;

  /**
   * Factor by which more samples are drawn than seem necessary, so that another round is rarely
   * needed.
   */
  private static final double RESERVE = 1.2;

  /**
   * Greatest factor by which the number of samples grows in one round; more would trust the first
   * samples too much.
   */
  private static final double MOST_GROWTH = 16;

  /** Samples per replicate and instance; fewer would not reach far enough into the tail. */
  private static final int PER_INSTANCE = 4;

  /** Least number of samples beyond a quantile in a replicate; fewer would skew its estimates. */
  private static final int LEAST_BEYOND = 8;

  private final Replicate[] replicates;
  private final Replicate all;

  /** Number of samples in which each duration is used. */
  private final int turns;

  /**
   * The quantile of Student's t for the level, divided by the square root of the number of
   * replicates.
   */
  private final double student;

  /**
   * Creates a sampling from drawn replicates.
   *
   * @param makespans makespans in seconds, the same number for each replicate
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
   * @param accuracy the required accuracy, and the seed
   * @param maxSamples greatest number of samples
   * @param count number of independent instances, of which the longest counts; 1 or more
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
   * Draws until the goal is reached or its greatest number of samples was drawn.
   *
   * @param sampler draws the samples
   */
  public static Sampling run(Sampler sampler, Goal goal) {
    Replicate[] replicates = new Replicate[REPLICATES];
    Arrays.fill(replicates, Replicate.empty());
    int sets = goal.firstSets(sampler.setSize());
    int most = goal.maxSets(sampler.setSize());
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
    int size = sampler.setSize();
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

  /** Returns the seed of a set; places are assigned to the replicates in turn. */
  public static long seedOf(long seed, long place) {
    return Hash.of(seed, place);
  }

  /**
   * Whether the given number of samples reaches far enough into the tail for the longest of the
   * given number of instances.
   */
  public static boolean canReach(long samples, double count) {
    return samples >= REPLICATES * (double) PER_INSTANCE * count;
  }

  /**
   * Whether the samples reach far enough into the tail for the longest of the given number of
   * instances.
   */
  boolean reaches(double count) {
    return replicates[0].size() >= PER_INSTANCE * count;
  }

  /**
   * Whether each replicate has enough samples on both sides of a quantile to estimate it. Far out,
   * single durations decide, so samples that share durations count as one.
   */
  boolean isInside(double count, double p) {
    double above = -Math.expm1(Math.log(p) / count);
    return Math.min(above, 1 - above) * replicates[0].size() / turns >= LEAST_BEYOND;
  }

  /**
   * Returns two samples between which a quantile lies; infinite where no sample is far enough out.
   */
  Range quantileRange(double count, double p) {
    return all.quantileRange(count, p, turns);
  }

  Replicate all() {
    return all;
  }

  /** Returns the ratio of the intervals' widths to the requested ones, at its greatest. */
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

  /** Returns half the width of the confidence interval of a statistic. */
  double halfWidth(ToDoubleFunction<Replicate> statistic) {
    double[] values = Arrays.stream(replicates).mapToDouble(statistic).toArray();
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return student * Math.sqrt(squares / (values.length - 1.0));
  }
}
