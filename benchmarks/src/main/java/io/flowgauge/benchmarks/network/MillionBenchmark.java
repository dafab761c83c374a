package io.flowgauge.benchmarks.network;

import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.prediction.Range;
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
 * Claim: 1,024 samples of a million activities take a few seconds, in a heap of 1 GB that also
 * holds the workflow. The baseline, plain Monte Carlo, draws a hundredth of them.
 *
 * <pre>{@code
 * java -jar benchmarks/target/benchmarks.jar network.MillionBenchmark
 * }</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx1g")
@Warmup(iterations = 1)
@Measurement(iterations = 3)
public class MillionBenchmark {
  private static final int WIDTH = 1000;
  private static final int SAMPLES = 1024;

  /** Activities of a layered workflow. */
  @Param("1000000")
  public int activities;

  private Layered layered;
  private NetworkPrediction prediction;

  /** Makes the workflow. */
  @Setup(Level.Trial)
  public void build() {
    layered = new Layered(activities, WIDTH);
    prediction = layered.predict().relativeError(1e-9).maxSamples(SAMPLES);
  }

  /**
   * A hundredth of the samples, one after another.
   *
   * @return the mean
   */
  @Benchmark
  public double plainHundredth() {
    return layered.plainMean(0, SAMPLES / 100);
  }

  /**
   * All samples.
   *
   * @return the mean
   */
  @Benchmark
  public double forecast() {
    return prediction.forecast().mean();
  }

  /**
   * The first samples, and bounds of the mean, which do not depend on them.
   *
   * @return width of the bracket
   */
  @Benchmark
  public double bracket() {
    Range bracket = prediction.maxSamples(1).forecast().bracket();
    return bracket.upper() - bracket.lower();
  }
}
