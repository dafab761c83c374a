package io.flowgauge.benchmarks.network;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.workflow.WorkflowBuilder;
import java.util.SplittableRandom;
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
 * Claim: 64 samples of 100,000 activities side by side, each with its own lognormal law, take a few
 * times as long and no more memory if all laws vary differently as if all vary alike, which is the
 * baseline. So do as many gamma, clipped normal and empirical laws, with twice the memory; gamma
 * laws temporarily need some more.
 *
 * <pre>{@code
 * java -jar benchmarks/target/benchmarks.jar network.ManyLawsBenchmark
 * }</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx4g")
@Warmup(iterations = 2)
@Measurement(iterations = 5)
public class ManyLawsBenchmark {
  private static final double VARIATION = 0.4;
  private static final int RUNS = 10;

  /** Activities, none of which waits for another. */
  @Param("100000")
  public int activities;

  private NetworkPrediction alike;
  private NetworkPrediction different;
  private NetworkPrediction gamma;
  private NetworkPrediction clipped;
  private NetworkPrediction empirical;

  /** Makes the workflow and its laws. */
  @Setup(Level.Trial)
  public void build() {
    WorkflowBuilder builder = Flowgauge.workflow("laws");
    for (int k = 0; k < activities; k++) {
      builder.activities(Layered.id(k));
    }
    alike = Flowgauge.predict(builder.build()).relativeError(1e-9).maxSamples(64);
    different = alike;
    gamma = alike;
    clipped = alike;
    empirical = alike;
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < activities; k++) {
      double share = (double) k / activities;
      double mean = 50 + 100 * share;
      alike = alike.latency(Layered.id(k), Law.lognormal(mean, VARIATION * mean));
      double sd = (VARIATION + share / 2) * mean;
      different = different.latency(Layered.id(k), Law.lognormal(mean, sd));
      gamma = gamma.latency(Layered.id(k), Law.ofMoments("gamma", mean, sd));
      clipped = clipped.latency(Layered.id(k), Law.normal(mean, sd).clippedAtZero());
      double[] runs = random.doubles(RUNS, mean - sd, mean + sd).toArray();
      empirical = empirical.latency(Layered.id(k), Law.empirical(runs));
    }
  }

  /**
   * Laws of one shape.
   *
   * @return the mean
   */
  @Benchmark
  public double alike() {
    return alike.forecast().mean();
  }

  /**
   * Laws of as many shapes as there are activities.
   *
   * @return the mean
   */
  @Benchmark
  public double different() {
    return different.forecast().mean();
  }

  /**
   * As many gamma laws.
   *
   * @return the mean
   */
  @Benchmark
  public double differentGamma() {
    return gamma.forecast().mean();
  }

  /**
   * As many normal laws whose negative times count as 0.
   *
   * @return the mean
   */
  @Benchmark
  public double differentClipped() {
    return clipped.forecast().mean();
  }

  /**
   * As many samples of ten runs each.
   *
   * @return the mean
   */
  @Benchmark
  public double differentEmpirical() {
    return empirical.forecast().mean();
  }
}
