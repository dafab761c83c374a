package io.flowgauge.benchmarks.learning;

import io.flowgauge.learning.service.InputSize;
import io.flowgauge.learning.service.Observation;
import io.flowgauge.learning.service.RunningServices;
import io.flowgauge.learning.service.ServiceEstimate;
import io.flowgauge.learning.service.ServiceModel;
import io.flowgauge.learning.service.Work;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Claim: service times are learned from 100,000 activities of 50 runs in less than 2 s and 200 MB;
 * one more is learned while a run goes on in less than 20 us, and estimated in less than 5 us.
 *
 * <p>{@code java -jar benchmarks/target/benchmarks.jar ServiceModelBenchmark -jvmArgs -Xmx200m}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class ServiceModelBenchmark {
  private static final int TYPES = 40;
  private static final int RUNS = 50;
  private static final int MACHINES = 20;
  private static final String NEXT = "next";

  /** Number of activities to learn from. */
  @Param("100000")
  public int activities;

  private List<Observation> history;
  private List<Observation> next;
  private ServiceModel model;
  private RunningServices running;
  private int turn;

  /** Draws activities whose times depend on their type, input size and run. */
  @Setup
  public void draw() {
    Random random = new Random(1);
    history =
        IntStream.range(0, activities).mapToObj(k -> drawn(random, k, "run" + k % RUNS)).toList();
    next = IntStream.range(0, 1000).mapToObj(k -> drawn(random, k, NEXT)).toList();
    model = ServiceModel.learn(history);
    running = model.follow();
  }

  private Observation drawn(Random random, int k, String run) {
    int type = random.nextInt(TYPES);
    double own = Math.exp(15 + random.nextGaussian());
    Work work =
        new Work(
            "type" + type,
            Optional.of("identity" + k / RUNS),
            Optional.empty(),
            Optional.of("machine" + random.nextInt(MACHINES)),
            run,
            new InputSize(own, own + 1e8, 1 + random.nextInt(5)));
    double mean = type % 10 + own * 1e-6 * (1 + type % 3);
    return new Observation(
        work, mean * Math.exp(0.1 * random.nextGaussian() + run.hashCode() % 7 * 0.05));
  }

  /** Learns from all activities of the earlier runs. */
  @Benchmark
  public ServiceModel learn() {
    return ServiceModel.learn(history);
  }

  /** Makes a copy that learns while a run goes on. */
  @Benchmark
  public RunningServices follow() {
    return model.follow();
  }

  /** Learns from one more activity of the run that goes on. */
  @Benchmark
  public RunningServices observe() {
    running.observe(next.get(turn++ % next.size()));
    return running;
  }

  /** Estimates an activity of the run that goes on. */
  @Benchmark
  public ServiceEstimate estimate() {
    return running.estimate(next.get(turn++ % next.size()).work());
  }
}
