package io.flowgauge.benchmarks;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.RunningChain;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Claim: while 100,000 data segments pass through three services with {@link Mode#DSP}, taking in
 * an event and then computing the probability of meeting a deadline takes two microseconds. Summing
 * over all data segments again takes a thousand times as long, even with a table of what each
 * contributes.
 *
 * <p>{@code java -jar benchmarks/target/benchmarks.jar RunningChainBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class RunningChainBenchmark {
  private static final int SEGMENTS = 100_000;
  private static final int SERVICES = 3;
  private static final double DEADLINE = 9000;

  /** Seconds over which the segments' events are spread. */
  private static final double SPREAD = 1200;

  private final Law latency = Law.lognormal(300, 300);
  private RunningChain run;
  private SplittableRandom random;
  private double now;
  private double[] starts;

  /** Sets up a run in progress: its segments have been in a service for different times. */
  @Setup(Level.Iteration)
  public void start() {
    run = RunningChain.of(Mode.DSP, SEGMENTS, List.copyOf(Collections.nCopies(SERVICES, latency)));
    random = new SplittableRandom(1);
    starts = new double[SEGMENTS];
    for (int k = 0; k < SEGMENTS; k++) {
      starts[k] = SPREAD * k / SEGMENTS;
      run.finished(k, starts[k]);
    }
    now = SPREAD;
    run.probabilityWithin(DEADLINE, now);
  }

  /** Starts a segment's service again, and computes the probability. */
  @Benchmark
  public double eventAndProbability() {
    now += SPREAD / SEGMENTS;
    run.started(random.nextInt(SEGMENTS), now);
    return run.probabilityWithin(DEADLINE, now);
  }

  @Benchmark
  public double eventOnly() {
    now += SPREAD / SEGMENTS;
    run.started(random.nextInt(SEGMENTS), now);
    return now;
  }

  /**
   * Computes the probability from scratch, as if each segment were in its last service: {@code Σ ln
   * P(R <= d - s | R > e)}.
   */
  @Benchmark
  public double sumOverAllSegments() {
    starts[random.nextInt(SEGMENTS)] = now;
    double sum = 0;
    for (double start : starts) {
      double late = latency.survival(DEADLINE - start) / latency.survival(now - start);
      sum += Math.log1p(-late);
    }
    return Math.exp(sum);
  }
}
