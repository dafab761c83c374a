package io.flowgauge.learning;

import io.flowgauge.Flowgauge;
import io.flowgauge.model.core.WorkAttributes;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Activity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Random runs of two workflows that share types, with everything the library learns from:
 * arguments, inputs, samples, machines, delays, failures and outages. All names begin with a given
 * word.
 */
final class RandomRuns {
  private static final long SECOND = 1_000_000_000L;
  private static final int SLOTS = 3;

  private final Random random;
  private final String word;
  private final boolean hasStarts;
  private final boolean hasMachines;
  private int recorded = Integer.MAX_VALUE;

  /**
   * Creates a source of random runs.
   *
   * @param seed equal seeds give equal runs; decides what they record
   */
  RandomRuns(long seed, String word) {
    random = new Random(seed);
    this.word = word;
    hasStarts = seed % 4 != 1;
    hasMachines = seed % 3 != 2;
  }

  List<WorkflowRun> runs(int count) {
    List<WorkflowRun> runs = new ArrayList<>();
    for (int day = 1; day <= count; day++) {
      runs.add(run(day, 8 + 5 * random.nextInt(3), random.nextInt(2)));
    }
    return runs;
  }

  /** Returns a run in progress, with the given number of activities recorded so far. */
  WorkflowRun begun(int activities) {
    recorded = activities;
    WorkflowRun run = run(999, 2 * activities, 0);
    recorded = Integer.MAX_VALUE;
    return run;
  }

  /**
   * Returns a run.
   *
   * @param activities how many
   * @param first number of the first of its four types
   */
  WorkflowRun run(int day, int activities, int first) {
    RunRecorder recorder = Flowgauge.recorder(word + " run " + day);
    long start = day * 86_400L * SECOND;
    recorder.start(start);
    double speed = Math.exp(0.2 * random.nextGaussian());
    double[] free = new double[SLOTS];
    boolean isHit = random.nextInt(3) == 0;
    for (int k = 0; k < activities; k++) {
      int slot = k % SLOTS;
      int type = first + Math.min(3, k * 4 / activities);
      Activity activity = activity(k, type);
      recorder.activity(activity);
      if (k > SLOTS) {
        recorder.dependency(id(k - SLOTS), id(k));
      }
      double seconds = speed * (1 + type) * 10 * Math.exp(0.3 * random.nextGaussian());
      double begin = free[slot] + 0.123456 * random.nextDouble();
      boolean outage = isHit && k > activities / 2 && k <= activities / 2 + SLOTS;
      int attempt = 1;
      if (outage || random.nextInt(12) == 0) {
        double failed = outage ? 1e4 : begin + seconds / 3;
        record(recorder, k, attempt++, start, new double[] {begin, failed}, EventType.FAILED);
        begin = failed + 1;
      }
      double[] times = {begin, begin + seconds};
      record(recorder, k, attempt, start, times, EventType.COMPLETED);
      if (k < recorded) {
        recorder.wallclock(activity.id(), attempt, Math.round(0.97 * seconds * SECOND));
      }
      free[slot] = times[1];
    }
    if (recorded < activities) {
      return recorder.snapshot();
    }
    recorder.end(start + Math.round((Arrays.stream(free).max().orElseThrow() + 1) * SECOND));
    return recorder.snapshot();
  }

  private String id(int k) {
    return word + "_" + k;
  }

  private Activity activity(int k, int type) {
    Activity activity = Activity.of(id(k), "type" + type);
    if (type % 2 == 0) {
      int bytes = 1000 + random.nextInt(100_000);
      activity =
          activity
              .withAttribute(WorkAttributes.ARGUMENTS, "--in /home/" + word + "/" + k + ".fits")
              .withAttribute(WorkAttributes.INPUT_BYTES, Integer.toString(bytes))
              .withAttribute(WorkAttributes.INPUT_FILES, Integer.toString(1 + k % 3));
    }
    return type == 3 ? activity.withAttribute(WorkAttributes.SAMPLE, word + k % 4) : activity;
  }

  private void record(
      RunRecorder recorder,
      int activity,
      int attempt,
      long start,
      double[] seconds,
      EventType outcome) {
    String id = id(activity);
    if (activity >= recorded) {
      return;
    }
    if (hasStarts) {
      recorder.record(id, EventType.ACTIVE, start + Math.round(seconds[0] * SECOND), attempt);
    }
    recorder.record(id, outcome, start + Math.round(seconds[1] * SECOND), attempt);
    if (hasMachines) {
      String machine = word + ".host" + activity % SLOTS;
      recorder.processor(new Processor(machine, 1, 1, word + ".site"));
      recorder.assign(id, attempt, machine);
    }
  }
}
