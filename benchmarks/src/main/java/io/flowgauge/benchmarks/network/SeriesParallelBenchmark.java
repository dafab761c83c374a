package io.flowgauge.benchmarks.network;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.workflow.Workflow;
import io.flowgauge.workflow.WorkflowBuilder;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Claim: mean and 95th percentile of a series-parallel workflow of 249 activities, 60 equal chains
 * of 4 between 1 and 8 in sequence, to a part in a million take some milliseconds. The baselines
 * are plain Monte Carlo, which after {@link #SAMPLES} samples knows the mean to a part in a
 * thousand, and the same computation where no two chains are equal, so that each is computed.
 *
 * <pre>{@code
 * java -jar benchmarks/target/benchmarks.jar SeriesParallelBenchmark
 * }</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 1)
public class SeriesParallelBenchmark {
  /** Samples drawn by the baseline. */
  static final int SAMPLES = 16_384;

  private static final int CHAINS = 60;
  private static final int STAGES = 4;
  private static final int LAST = 8;

  /** Shape of gamma laws with a coefficient of variation of 0.6. */
  private static final double SHAPE = 1 / 0.36;

  private static final double UNEQUAL = 1e-9;
  private static final double PERCENTILE = 0.95;

  private NetworkPrediction equalChains;
  private NetworkPrediction unequalChains;

  /** Makes the workflow and its laws. */
  @Setup(Level.Trial)
  public void build() {
    Workflow workflow = workflow();
    equalChains = predict(workflow, 0);
    unequalChains = predict(workflow, UNEQUAL);
  }

  private static Workflow workflow() {
    WorkflowBuilder workflow = Flowgauge.workflow("epigenomics");
    for (int chain = 0; chain < CHAINS; chain++) {
      String before = "split";
      for (int stage = 0; stage < STAGES; stage++) {
        workflow.dependency(before, "c" + chain + "s" + stage);
        before = "c" + chain + "s" + stage;
      }
      workflow.dependency(before, "last0");
    }
    for (int k = 1; k < LAST; k++) {
      workflow.dependency("last" + (k - 1), "last" + k);
    }
    return workflow.build();
  }

  private static NetworkPrediction predict(Workflow workflow, double unequal) {
    NetworkPrediction prediction = Flowgauge.predict(workflow).latency("split", law(100));
    for (int chain = 0; chain < CHAINS; chain++) {
      for (int stage = 0; stage < STAGES; stage++) {
        prediction =
            prediction.latency(
                "c" + chain + "s" + stage, law(stageMean(stage) * (1 + chain * unequal)));
      }
    }
    for (int k = 0; k < LAST; k++) {
      prediction = prediction.latency("last" + k, law(lastMean(k)));
    }
    return prediction;
  }

  private static double stageMean(int stage) {
    return 50 + 100.0 * stage;
  }

  private static double lastMean(int k) {
    return 30 + 10.0 * k;
  }

  private static Law law(double mean) {
    return Law.gamma(SHAPE, mean / SHAPE);
  }

  /**
   * One sample after the other.
   *
   * @return mean and 95th percentile, added
   */
  @Benchmark
  public double plainMonteCarlo() {
    Random random = new Random(1);
    double[] makespan = new double[SAMPLES];
    for (int k = 0; k < SAMPLES; k++) {
      makespan[k] = sample(random);
    }
    Arrays.sort(makespan);
    return Arrays.stream(makespan).sum() / SAMPLES + makespan[(int) (PERCENTILE * SAMPLES)];
  }

  private static double sample(Random random) {
    double longest = 0;
    for (int chain = 0; chain < CHAINS; chain++) {
      double sum = 0;
      for (int stage = 0; stage < STAGES; stage++) {
        sum += stageMean(stage) * gamma(random);
      }
      longest = Math.max(longest, sum);
    }
    double rest = 100 * gamma(random);
    for (int k = 0; k < LAST; k++) {
      rest += lastMean(k) * gamma(random);
    }
    return longest + rest;
  }

  /**
   * Draws from the gamma law with mean 1 (Marsaglia, Tsang: A simple method for generating gamma
   * variables, 2000).
   */
  private static double gamma(Random random) {
    double d = SHAPE - 1.0 / 3;
    double c = 1 / Math.sqrt(9 * d);
    while (true) {
      double x = random.nextGaussian();
      double root = 1 + c * x;
      double v = root * root * root;
      boolean isPossible = root > 0;
      if (isPossible && Math.log(random.nextDouble()) < x * x / 2 + d - d * v + d * Math.log(v)) {
        return d * v / SHAPE;
      }
    }
  }

  /**
   * The forecast of a workflow whose chains are equal.
   *
   * @return mean and 95th percentile, added
   */
  @Benchmark
  public double forecast() {
    return answer(equalChains);
  }

  /**
   * The forecast of a workflow without equal chains, so that each is computed.
   *
   * @return mean and 95th percentile, added
   */
  @Benchmark
  public double forecastOfUnequalChains() {
    return answer(unequalChains);
  }

  private static double answer(NetworkPrediction prediction) {
    NetworkForecast forecast = prediction.forecast();
    return forecast.mean() + forecast.quantile(PERCENTILE);
  }
}
