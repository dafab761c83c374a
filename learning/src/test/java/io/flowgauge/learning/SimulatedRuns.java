package io.flowgauge.learning;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Activity;
import java.util.Arrays;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/** Simulated runs of a workflow that splits, works in parallel on a few slots, and merges. */
final class SimulatedRuns {
  private static final long SECOND = 1_000_000_000L;

  private final int width;
  private final int slots;

  SimulatedRuns(int width, int slots) {
    this.width = width;
    this.slots = slots;
  }

  /**
   * Simulates a run.
   *
   * @param day the day it began
   * @param seconds duration of an activity by its id
   */
  WorkflowRun run(int day, String machine, ToDoubleFunction<String> seconds) {
    RunRecorder recorder = Flowgauge.recorder("day " + day);
    long start = day * 86_400L * SECOND;
    recorder.start(start);
    double split = seconds.applyAsDouble("split");
    record(recorder, "split", "split", machine, start, 0, split);
    double[] free = new double[slots];
    Arrays.fill(free, split);
    double end = split;
    for (int k = 0; k < width; k++) {
      String id = "work_" + k;
      int slot = 0;
      for (int j = 1; j < slots; j++) {
        slot = free[j] < free[slot] ? j : slot;
      }
      double took = seconds.applyAsDouble(id);
      record(recorder, id, "work", machine, start, free[slot], took);
      recorder.dependency("split", id);
      free[slot] += took;
      end = Math.max(end, free[slot]);
    }
    record(recorder, "merge", "merge", machine, start, end, seconds.applyAsDouble("merge"));
    for (int k = 0; k < width; k++) {
      recorder.dependency("work_" + k, "merge");
    }
    return recorder.snapshot();
  }

  /** Simulates a run whose log times deviate both as a whole and for each activity alone. */
  WorkflowRun varied(int day, double mean, double ofRun, double own) {
    Random random = new Random(day);
    double shared = ofRun * random.nextGaussian();
    return run(day, "m", id -> mean * Math.exp(shared + own * random.nextGaussian()));
  }

  private static void record(
      RunRecorder recorder,
      String id,
      String type,
      String machine,
      long start,
      double from,
      double seconds) {
    recorder.activity(Activity.of(id, type));
    long begin = start + Math.round(from * SECOND);
    recorder.record(id, EventType.ACTIVE, begin, 1);
    recorder.record(id, EventType.COMPLETED, begin + Math.round(seconds * SECOND), 1);
    recorder.assign(id, 1, machine);
  }
}
