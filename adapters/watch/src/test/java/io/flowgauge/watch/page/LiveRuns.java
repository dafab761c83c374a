package io.flowgauge.watch.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Activity;
import java.util.concurrent.Callable;

/** Runs for tests, and methods that wait for them. */
final class LiveRuns {
  private static final long PATIENCE_NANOS = 20_000_000_000L;
  private static final long PAUSE_MILLIS = 10;

  private LiveRuns() {}

  /** Returns the current time in nanoseconds since the epoch. */
  static long now() {
    return System.currentTimeMillis() * 1_000_000;
  }

  /** Declares activities of two types in two layers, all of the second after the first. */
  static void declare(RunRecorder run, int width) {
    run.processor(new Processor("node", 1, width, "here"));
    for (int k = 0; k < width; k++) {
      run.activity(Activity.of("a" + k, "align"));
      run.activity(Activity.of("b" + k, "merge"));
    }
    for (int k = 0; k < width; k++) {
      run.dependency("a" + k, "b" + k);
    }
  }

  static void begin(RunRecorder run, String id) {
    long now = now();
    run.record(id, EventType.STARTED, now - 2_000_000, 1);
    run.record(id, EventType.SUBMITTED, now - 1_000_000, 1);
    run.record(id, EventType.ACTIVE, now, 1);
    run.assign(id, 1, "node");
  }

  static void complete(RunRecorder run, String id) {
    run.record(id, EventType.COMPLETED, now(), 1);
  }

  static void eventually(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + PATIENCE_NANOS;
    boolean holds = condition.call();
    while (!holds && System.nanoTime() - end < 0) {
      Thread.sleep(PAUSE_MILLIS);
      holds = condition.call();
    }
    assertThat(holds).isTrue();
  }
}
