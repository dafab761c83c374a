package io.flowgauge.benchmarks.learning;

import io.flowgauge.Flowgauge;
import io.flowgauge.history.History;
import io.flowgauge.history.LearnedPrediction;
import io.flowgauge.history.LearnedRun;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Activity;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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
 * Claim: for a run of 1,000 activities, followed with a model learned from earlier runs, a new
 * forecast takes 20 ms or less, a fraction of the time for learning again and forecasting the whole
 * run.
 *
 * <p>{@code java -jar benchmarks/target/benchmarks.jar LearnedRunBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class LearnedRunBenchmark {
  private static final int RUNS = 5;
  private static final int SLOTS = 16;
  private static final int TYPES = 8;
  private static final double MEAN = 30;

  /** Activities of a run: rows of as many as there are types. */
  @Param("1000")
  public int activities;

  private final List<WorkflowRun> runs = new ArrayList<>();
  private LearnedPrediction prediction;
  private LearnedRun run;
  private double now;

  /** Records runs, and follows the next one. */
  @Setup(Level.Trial)
  public void record() {
    for (int k = 0; k < RUNS; k++) {
      runs.add(recorded(k));
    }
    prediction = History.of(runs).predict(runs.get(0).workflow()).slots(SLOTS);
    prediction.forecast();
    run = prediction.start();
  }

  private WorkflowRun recorded(int number) {
    Random random = new Random(number);
    RunRecorder recorder = Flowgauge.recorder("run " + number);
    long start = number * TimeUnit.DAYS.toNanos(1);
    recorder.start(start);
    double[] ends = new double[activities];
    for (int k = 0; k < activities; k++) {
      String id = "a" + k;
      recorder.activity(Activity.of(id, "type" + k % TYPES));
      double begin = k < TYPES ? 0 : ends[k - TYPES];
      ends[k] = begin + MEAN * Math.exp(0.3 * random.nextGaussian());
      if (k >= TYPES) {
        recorder.dependency("a" + (k - TYPES), id);
      }
      recorder.record(id, EventType.ACTIVE, start + (long) (begin * 1e9), 1);
      recorder.record(id, EventType.COMPLETED, start + (long) (ends[k] * 1e9), 1);
    }
    return recorder.snapshot();
  }

  /**
   * An event and the forecast after it.
   *
   * @return the median of the rest
   */
  @Benchmark
  public double eventAndForecast() {
    now += 1e-6;
    run.started("a0", now);
    return run.remaining(now).quantile(0.5);
  }

  /**
   * Learning from all runs again, and forecasting the whole.
   *
   * @return the median
   */
  @Benchmark
  public double learnAnew() {
    return History.of(runs).predict(runs.get(0).workflow()).forecast().quantile(0.5);
  }
}
