package io.flowgauge.probabilistic.slots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.prediction.Mode;
import io.flowgauge.probabilistic.sampling.DelayChain;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** List schedules against a scheduler that examines everything at every step. */
class ScheduleTest {
  private static final int TRIES = 300;

  /** A job of one activity for one data segment. */
  private static final class Job {
    final int number;
    final double time;
    final List<Job> before = new ArrayList<>();
    int processor = -1;
    double start;
    double end = Double.POSITIVE_INFINITY;

    Job(int number, double time) {
      this.number = number;
      this.time = time;
    }

    double ready() {
      return before.stream().mapToDouble(j -> j.end).max().orElse(0);
    }
  }

  private static List<Job> jobs(Dag dag, int segments, Mode mode, float[] times) {
    List<Job> jobs = new ArrayList<>();
    for (int k = 0; k < times.length; k++) {
      jobs.add(new Job(k, times[k]));
    }
    for (Job job : jobs) {
      int v = job.number % dag.nodeCount();
      for (int k = 0; k < dag.predecessorCount(v); k++) {
        for (int segment = 0; segment < segments; segment++) {
          if (mode == Mode.DP || segment == job.number / dag.nodeCount()) {
            job.before.add(jobs.get(segment * dag.nodeCount() + dag.predecessor(v, k)));
          }
        }
      }
    }
    return jobs;
  }

  /**
   * Returns the makespan: at every end, in order, the job that has been ready longest gets the
   * fastest idle processor.
   */
  private static double run(List<Job> jobs, double[] fastestFirst) {
    double now = 0;
    while (true) {
      Job next = next(jobs, now);
      int processor = idle(jobs, fastestFirst.length, now);
      if (next != null && processor >= 0) {
        next.processor = processor;
        next.start = now;
        next.end = now + next.time / fastestFirst[processor];
      } else {
        double at = now;
        double event =
            jobs.stream()
                .filter(j -> j.processor >= 0 && j.end > at)
                .mapToDouble(j -> j.end)
                .min()
                .orElse(Double.NaN);
        if (Double.isNaN(event)) {
          return now;
        }
        now = event;
      }
    }
  }

  private static Job next(List<Job> jobs, double now) {
    return jobs.stream()
        .filter(j -> j.processor < 0 && j.ready() <= now)
        .min(Comparator.comparingDouble(Job::ready).thenComparing(j -> j.number))
        .orElse(null);
  }

  private static int idle(List<Job> jobs, int processors, double now) {
    for (int k = 0; k < processors; k++) {
      int processor = k;
      if (jobs.stream().noneMatch(j -> j.processor == processor && j.end > now)) {
        return k;
      }
    }
    return -1;
  }

  private static Dag random(int nodes, Random random) {
    int[] from = new int[2 * nodes];
    int[] to = new int[2 * nodes];
    int edges = 0;
    for (int k = 0; k < from.length && nodes > 1; k++) {
      to[edges] = 1 + random.nextInt(nodes - 1);
      from[edges] = random.nextInt(to[edges]);
      edges++;
    }
    return Dag.of(nodes, from, to, edges);
  }

  @Property(tries = TRIES)
  void makespan_randomWorkflows_isTheSlowScheduler(
      @ForAll @IntRange(min = 1, max = 9) int nodes,
      @ForAll @IntRange(min = 1, max = 4) int segments,
      @ForAll @IntRange(min = 1, max = 5) int slots,
      @ForAll Mode mode,
      @ForAll boolean ties,
      @ForAll long seed) {
    Random random = new Random(seed);
    Dag dag = random(nodes, random);
    float[] times = new float[nodes * segments];
    for (int k = 0; k < times.length; k++) {
      times[k] = ties ? 1 + random.nextInt(3) : 1 + random.nextFloat();
    }
    Speeds speeds = Speeds.of(random.ints(slots, 1, 4).asDoubleStream().toArray());
    double[] fastestFirst = new double[slots];
    for (int k = 0; k < slots; k++) {
      fastestFirst[k] = speeds.speed(k);
    }
    List<Job> jobs = jobs(dag, segments, mode, times);
    double expected = run(jobs, fastestFirst);

    Schedule schedule = new Schedule(new JobGraph(dag, segments, mode), speeds, new double[nodes]);
    schedule.makespan(times.clone());
    assertThat(schedule.makespan(times)).isCloseTo(expected, within(1e-9));
    check(schedule.chain(), jobs, nodes, expected);
  }

  /**
   * Checks that each job of the chain begins when the one before it ends, for one of the two
   * reasons.
   */
  private static void check(DelayChain chain, List<Job> jobs, int nodes, double makespan) {
    double now = makespan;
    List<Job> known = jobs;
    for (int k = chain.activities().length - 1; k >= 0; k--) {
      int activity = chain.activities()[k];
      double end = now;
      double start = now - chain.seconds()[k];
      known =
          known.stream()
              .filter(j -> j.number % nodes == activity)
              .filter(j -> Math.abs(j.end - end) < 1e-9 && Math.abs(j.start - start) < 1e-9)
              .flatMap(j -> delaying(jobs, j).stream())
              .toList();
      now = start;
      assertThat(known.isEmpty()).isEqualTo(k == 0 && now < 1e-9);
    }
    assertThat(now).isCloseTo(0, within(1e-9));
  }

  /**
   * Returns the jobs that may have delayed a job: a dependency if it began as soon as it was ready,
   * else the job that held its slot.
   */
  private static List<Job> delaying(List<Job> jobs, Job job) {
    return jobs.stream()
        .filter(j -> j.end == job.start)
        .filter(
            j -> job.ready() == job.start ? job.before.contains(j) : j.processor == job.processor)
        .toList();
  }
}
