package io.flowgauge.probabilistic.slots;

import io.flowgauge.probabilistic.draw.DurationTables;
import java.util.stream.IntStream;

/** Draws makespans of list schedules on processors. Thread-safe. */
public final class ScheduleSampler implements Schedules {
  private final JobGraph jobs;
  private final Speeds speeds;
  private final DrawnJobs drawn;
  private final double[] typical;

  /**
   * Creates a sampler.
   *
   * @param speeds speeds of the processors, one or more
   * @param durations durations of activities at speed 1
   */
  public ScheduleSampler(JobGraph jobs, Speeds speeds, DurationTables durations) {
    this.jobs = jobs;
    this.speeds = speeds;
    drawn = new DrawnJobs(durations, jobs.count, jobs::activityOf);
    typical = IntStream.range(0, jobs.activityCount()).mapToDouble(durations::typical).toArray();
  }

  @Override
  public int setSize() {
    return drawn.setSize();
  }

  @Override
  public void draw(long seed, Scheduled action) {
    Schedule schedule = new Schedule(jobs, speeds, typical);
    drawn.draw(
        seed, (k, deviations) -> action.take(k, schedule.makespan(deviations), schedule::chain));
  }

  @Override
  public double typical() {
    return new Schedule(jobs, speeds, typical).makespan(new float[jobs.count]);
  }
}
