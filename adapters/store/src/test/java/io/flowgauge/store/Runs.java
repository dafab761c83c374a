package io.flowgauge.store;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.Checkout;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.time.Instant;
import java.util.Random;

/** Runs for the tests to store. */
final class Runs {
  private static final long SECOND = 1_000_000_000L;
  private static final long START = 1_790_000_000L * SECOND;

  private Runs() {}

  /** Reads a recorded run of this project. */
  static WorkflowRun sample(String path) throws IOException {
    return Flowgauge.read(Checkout.root().resolve("samples").resolve(path));
  }

  /** Returns a fork-join run on two sites with random times. */
  static WorkflowRun forkJoin(String name, int members, Random random) {
    RunRecorder recorder = Flowgauge.recorder(name);
    for (String site : new String[] {"linz", "vienna"}) {
      recorder.processor(new Processor(site + "-1", 1 + random.nextDouble(), 2, site));
    }
    long clock = START + (long) (random.nextDouble() * 1000 * SECOND);
    recorder.activity(Activity.of("plan", "plan"));
    recorder.activity(Activity.of("merge", "merge"));
    clock = execute(recorder, "plan", clock, random);
    long last = clock;
    for (int k = 0; k < members; k++) {
      String id = "project " + k;
      recorder.activity(Activity.of(id, "project"));
      recorder.dependency("plan", id);
      recorder.dependency(id, "merge");
      last = Math.max(last, execute(recorder, id, clock, random));
    }
    execute(recorder, "merge", last, random);
    return recorder.snapshot();
  }

  private static long execute(RunRecorder recorder, String id, long from, Random random) {
    long time = from;
    int attempt = 1;
    if (random.nextInt(10) == 0) {
      recorder.record(id, EventType.STARTED, time, attempt);
      time += (long) (random.nextDouble() * SECOND);
      recorder.record(id, EventType.FAILED, time, attempt++);
    }
    recorder.assign(id, attempt, random.nextBoolean() ? "linz-1" : "vienna-1");
    EventType[] steps = {
      EventType.STARTED, EventType.SUBMITTED, EventType.PENDING, EventType.ACTIVE
    };
    for (EventType step : steps) {
      time += (long) (random.nextDouble() * SECOND);
      recorder.record(id, step, time, attempt);
    }
    long busy = SECOND + (long) (random.nextDouble() * 5 * SECOND);
    recorder.phase(id, new Phase("stage-in", time, time + busy / 10));
    recorder.wallclock(id, busy - busy / 50);
    recorder.record(id, EventType.COMPLETED, time + busy, attempt);
    return time + busy;
  }

  /** Returns a run that is in progress, known up to a moment after its last event. */
  static WorkflowRun unfinished() {
    RunRecorder recorder = Flowgauge.recorder("unfinished");
    recorder.record("a", EventType.STARTED, START, 1);
    recorder.record("a", EventType.ACTIVE, START + SECOND, 1);
    return recorder.snapshot(Instant.ofEpochSecond(0, START + 7 * SECOND));
  }
}
