package io.flowgauge.probabilistic.slots;

import io.flowgauge.probabilistic.sampling.DelayChain;
import java.util.Arrays;

/**
 * A list schedule on processors: jobs start in the order in which they become ready (if at the same
 * time, in the order of their numbers) on the fastest idle processor, as soon as there is one. Not
 * thread-safe.
 */
final class Schedule {
  private static final int NONE = -1;

  private final JobGraph jobs;
  private final Speeds speeds;
  private final int[] sources;
  private final int[] awaitedAtFirst;
  private final int[] awaited;

  /** Jobs in the order in which they became ready. */
  private final int[] ready;

  private int readyCount;

  /** How many jobs were ready before the current instant. */
  private int earlier;

  /** When each busy processor will be idle. */
  private final Tournament busy;

  private final LongHeap idle;

  /** The job that runs or ran last on each processor. */
  private final int[] last;

  /** The job whose end let each job start. */
  private final int[] cause;

  private final double[] ends;
  private int latest;

  /** Typical duration of each activity. */
  private final double[] typical;

  Schedule(JobGraph jobs, Speeds speeds, double[] typical) {
    this.jobs = jobs;
    this.typical = typical;
    this.speeds = speeds;
    int slots = Math.min(speeds.count(), jobs.count);
    sources = jobs.sources();
    awaitedAtFirst = jobs.awaited();
    awaited = new int[awaitedAtFirst.length];
    ready = new int[jobs.count];
    cause = new int[jobs.count];
    ends = new double[jobs.count];
    busy = new Tournament(slots);
    idle = new LongHeap(slots);
    last = new int[slots];
    for (int k = 0; k < slots; k++) {
      idle.add(k);
    }
  }

  /**
   * Returns the makespan of one sample.
   *
   * @param deviations deviations from the typical duration by job; negative durations count as 0
   */
  double makespan(float[] deviations) {
    System.arraycopy(awaitedAtFirst, 0, awaited, 0, awaited.length);
    Arrays.fill(cause, NONE);
    System.arraycopy(sources, 0, ready, 0, sources.length);
    readyCount = sources.length;
    earlier = 0;
    int next = 0;
    double now = 0;
    while (next < readyCount || !busy.isEmpty()) {
      while (next < readyCount && !idle.isEmpty()) {
        begin(next, now, deviations[ready[next]]);
        next++;
      }
      now = busy.first();
      end(now);
    }
    return now;
  }

  private void begin(int place, double now, float deviation) {
    int job = ready[place];
    int on = (int) idle.remove();
    if (place < earlier) {
      cause[job] = last[on];
    }
    last[on] = job;
    double duration = typical[jobs.activityOf(job)] + deviation;
    // A law with a very heavy tail may give more than fits in single precision.
    double time = duration > 0 ? Math.min(duration, Float.MAX_VALUE) : 0;
    ends[job] = now + time / speeds.speed(on);
    busy.put(on, ends[job]);
  }

  /** Processes all jobs that end now. */
  private void end(double now) {
    earlier = readyCount;
    while (busy.first() == now) {
      int on = busy.remove();
      idle.add(on);
      int job = last[on];
      latest = job;
      int from = readyCount;
      readyCount = jobs.release(job, awaited, ready, from);
      for (int k = from; k < readyCount; k++) {
        cause[ready[k]] = job;
      }
    }
    if (readyCount - earlier > 1) {
      Arrays.sort(ready, earlier, readyCount);
    }
  }

  /**
   * Returns the activities that determined the makespan of the last sample, found by going back
   * from the last job to the job whose end let it start, until one that started immediately.
   */
  DelayChain chain() {
    int length = 0;
    for (int job = latest; job != NONE; job = cause[job]) {
      length++;
    }
    DelayChain chain = new DelayChain(length);
    for (int job = latest; job != NONE; job = cause[job]) {
      double start = cause[job] == NONE ? 0 : ends[cause[job]];
      chain.prepend(jobs.activityOf(job), ends[job] - start);
    }
    return chain;
  }
}
