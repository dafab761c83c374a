package io.flowgauge.benchmarks.network;

import io.flowgauge.prediction.NetworkPrediction;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Claims: sampling in stratified blocks is 8 times as fast as one sample at a time, and a forecast
 * of 1,000 activities to 0.1 % of the mean and 0.5 % of the 95 % quantile takes 10 ms or less. The
 * first two benchmarks draw {@link #SAMPLES} from the same laws on one thread, so their times can
 * be compared per sample; the third has no limit on samples and, without the property below, uses
 * all cores.
 *
 * <pre>{@code
 * java -jar benchmarks/target/benchmarks.jar network.NetworkBenchmark \
 *     -jvmArgsAppend -Djava.util.concurrent.ForkJoinPool.common.parallelism=0
 * }</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class NetworkBenchmark {
  /** Samples drawn by the two benchmarks that are compared. */
  static final int SAMPLES = 8192;

  private static final int WIDTH = 25;
  private static final double SMALL = 1e-9;

  /** Activities of a layered workflow. */
  @Param("1000")
  public int activities;

  private Layered layered;
  private NetworkPrediction fixed;
  private NetworkPrediction toPromille;
  private long seed;

  /** Makes the workflow. */
  @Setup(Level.Trial)
  public void build() {
    layered = new Layered(activities, WIDTH);
    fixed = layered.predict().relativeError(SMALL).maxSamples(SAMPLES);
    toPromille = layered.predict().relativeError(0.001).quantileError(0.95, 0.005);
  }

  /**
   * One sample after the other.
   *
   * @return the mean
   */
  @Benchmark
  public double plainMonteCarlo() {
    return layered.plainMean(0, SAMPLES);
  }

  /**
   * As many samples in blocks, with everything else a forecast needs.
   *
   * @return the mean
   */
  @Benchmark
  public double forecastOfAsManySamples() {
    return fixed.forecast().mean();
  }

  /**
   * As many samples as these errors take, which differs by seed.
   *
   * @return the mean
   */
  @Benchmark
  public double forecastToPromille() {
    return toPromille.seed(seed++).forecast().mean();
  }
}
