package io.flowgauge.probabilistic.slots;

import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.draw.Strata;
import io.flowgauge.probabilistic.sampling.Sampler;
import java.util.stream.IntStream;

/** Draws makespans of list schedules on processors. Thread-safe. */
public final class ScheduleSampler implements Sampler {
  /** Durations held at a time. */
  private static final int MOST_HELD = 1 << 22;

  /** Durations of a set. */
  private static final int MOST_DRAWN = 1 << 21;

  private static final int LEAST_SET = 8;
  private static final int MOST_SET = 64;

  private final JobGraph jobs;
  private final Speeds speeds;
  private final DurationTables durations;
  private final double[] typical;

  /**
   * A sampler of schedules.
   *
   * @param speeds of the processors, one or more
   * @param durations of activities at speed 1
   */
  public ScheduleSampler(JobGraph jobs, Speeds speeds, DurationTables durations) {
    this.jobs = jobs;
    this.speeds = speeds;
    this.durations = durations;
    typical = IntStream.range(0, jobs.activityCount()).mapToDouble(durations::typical).toArray();
  }

  @Override
  public int set() {
    int affordable = Integer.highestOneBit(Math.max(1, MOST_DRAWN / jobs.count));
    return Math.max(LEAST_SET, Math.min(affordable, MOST_SET));
  }

  @Override
  public void draw(long seed, double[] out, int at) {
    draw(seed, (k, schedule, makespan) -> out[at + k] = makespan);
  }

  /** Draws a set, one sample after the other. */
  void draw(long seed, Scheduled action) {
    Strata strata = new Strata(seed, set());
    Schedule schedule = new Schedule(jobs, speeds, typical);
    int lanes = Math.min(set(), Integer.highestOneBit(Math.max(1, MOST_HELD / jobs.count)));
    float[][] held = new float[lanes][jobs.count];
    for (int first = 0; first < set(); first += lanes) {
      fill(strata, first, held);
      for (int k = 0; k < lanes; k++) {
        action.take(first + k, schedule, schedule.makespan(held[k]));
      }
    }
  }

  /** What to do with a sample that was scheduled. */
  interface Scheduled {
    /**
     * Takes a sample of a set.
     *
     * @param schedule tells its reasons until the next one
     */
    void take(int sample, Schedule schedule, double makespan);
  }

  /** Draws samples from a place on, one row each. */
  private void fill(Strata strata, int first, float[][] rows) {
    int[] bits = new int[rows.length];
    float[] column = new float[rows.length];
    for (int job = 0; job < jobs.count; job++) {
      strata.draw(job, first, bits, rows.length);
      durations.fill(jobs.activityOf(job), bits, column, rows.length);
      for (int k = 0; k < rows.length; k++) {
        rows[k][job] = column[k];
      }
    }
  }

  /** The makespan if nothing varies: seconds. */
  public double typical() {
    return new Schedule(jobs, speeds, typical).makespan(new float[jobs.count]);
  }
}
