package io.flowgauge.benchmarks.database;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Activity;
import java.util.Random;

/** A fork-join run on two sites, with random times; one activity in ten fails once. */
final class GeneratedRun {
  private static final long SECOND = 1_000_000_000L;
  private static final long START = 1_790_000_000L * SECOND;
  private static final int FAILING = 10;
  private static final EventType[] STEPS = {
    EventType.STARTED, EventType.SUBMITTED, EventType.PENDING, EventType.ACTIVE
  };

  private final RunRecorder recorder;
  private final Random random;

  private GeneratedRun(RunRecorder recorder, Random random) {
    this.recorder = recorder;
    this.random = random;
  }

  /** A run of the given number of parallel activities, one before and one after them. */
  static WorkflowRun forkJoin(String name, int members, Random random) {
    GeneratedRun run = new GeneratedRun(Flowgauge.recorder(name), random);
    run.record(members);
    return run.recorder.snapshot();
  }

  private void record(int members) {
    recorder.processor(new Processor("linz-1", 1 + random.nextDouble(), 2, "linz"));
    recorder.processor(new Processor("vienna-1", 1 + random.nextDouble(), 2, "vienna"));
    recorder.activity(Activity.of("plan", "plan"));
    recorder.activity(Activity.of("merge", "merge"));
    long planned = execute("plan", START + nanos(1000));
    long last = planned;
    for (int k = 0; k < members; k++) {
      String id = "project " + k;
      recorder.activity(Activity.of(id, "project"));
      recorder.dependency("plan", id);
      recorder.dependency(id, "merge");
      last = Math.max(last, execute(id, planned));
    }
    execute("merge", last);
  }

  /** A random time of less than the given seconds. */
  private long nanos(int seconds) {
    return (long) (random.nextDouble() * seconds * SECOND);
  }

  private long execute(String id, long from) {
    long time = from;
    int attempt = 1;
    if (random.nextInt(FAILING) == 0) {
      recorder.record(id, EventType.STARTED, time, attempt);
      time += nanos(1);
      recorder.record(id, EventType.FAILED, time, attempt++);
    }
    recorder.assign(id, attempt, random.nextBoolean() ? "linz-1" : "vienna-1");
    for (EventType step : STEPS) {
      time += nanos(1);
      recorder.record(id, step, time, attempt);
    }
    long busy = SECOND + nanos(5);
    recorder.phase(id, new Phase("stage-in", time, time + busy / 10));
    recorder.wallclock(id, busy - busy / 50);
    recorder.record(id, EventType.COMPLETED, time + busy, attempt);
    return time + busy;
  }
}
