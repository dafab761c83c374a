package io.flowgauge.benchmarks.network;

import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.prediction.RunningNetwork;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
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
 * Claim: a forecast of 1,000 activities on 16 slots takes well under a second, and so does one of
 * what remains after an event of a run that is followed. The baseline computes as many schedules
 * with the JDK's queues.
 *
 * <pre>{@code
 * java -jar benchmarks/target/benchmarks.jar network.SlotBenchmark
 * }</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 4, time = 1)
public class SlotBenchmark {
  private static final int WIDTH = 50;
  private static final int SLOTS = 16;
  private static final int SAMPLES = 1024;

  /** Activities of a layered workflow. */
  @Param("1000")
  public int activities;

  private Layered layered;
  private List<List<Integer>> successors;
  private NetworkPrediction fixed;
  private NetworkPrediction toPromille;
  private RunningNetwork run;
  private double now;

  /** Makes the workflow. */
  @Setup(Level.Trial)
  public void build() {
    layered = new Layered(activities, WIDTH);
    fixed = layered.predict().slots(SLOTS).relativeError(1e-9).maxSamples(SAMPLES);
    toPromille = layered.predict().slots(SLOTS);
    run = layered.predict().slots(SLOTS).maxSamples(SAMPLES).start();
    successors = new ArrayList<>();
    for (int k = 0; k < activities; k++) {
      successors.add(new ArrayList<>());
    }
    for (int k = 0; k < activities; k++) {
      for (int before : layered.predecessors[k]) {
        successors.get(before).add(k);
      }
    }
  }

  /** An activity that runs. */
  private record Running(double end, int activity) {}

  /**
   * One schedule after the other.
   *
   * @return the mean
   */
  @Benchmark
  public double plainMonteCarlo() {
    double sum = 0;
    for (int sample = 0; sample < SAMPLES; sample++) {
      sum += schedule();
    }
    return sum / SAMPLES;
  }

  private double schedule() {
    int[] awaited = new int[activities];
    ArrayDeque<Integer> ready = new ArrayDeque<>();
    PriorityQueue<Running> running = new PriorityQueue<>((a, b) -> Double.compare(a.end, b.end));
    for (int k = 0; k < activities; k++) {
      awaited[k] = layered.predecessors[k].length;
      if (awaited[k] == 0) {
        ready.add(k);
      }
    }
    double now = 0;
    while (!ready.isEmpty() || !running.isEmpty()) {
      while (!ready.isEmpty() && running.size() < SLOTS) {
        int activity = ready.remove();
        running.add(new Running(now + layered.draw(activity), activity));
      }
      Running first = running.remove();
      now = first.end;
      for (int next : successors.get(first.activity)) {
        if (--awaited[next] == 0) {
          ready.add(next);
        }
      }
    }
    return now;
  }

  /**
   * As many schedules, by a forecast.
   *
   * @return the mean
   */
  @Benchmark
  public double forecastOfAsManySamples() {
    return fixed.forecast().mean();
  }

  /**
   * As many schedules as 0.1 % of the mean takes.
   *
   * @return the mean
   */
  @Benchmark
  public double forecastToPromille() {
    return toPromille.forecast().mean();
  }

  /**
   * An event and as many schedules of the rest.
   *
   * @return the mean
   */
  @Benchmark
  public double remainingOfAsManySamples() {
    now += 1e-6;
    run.started(Layered.id(0), now);
    return run.remaining(now).mean();
  }
}
