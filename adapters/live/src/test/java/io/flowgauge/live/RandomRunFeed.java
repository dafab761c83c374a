package io.flowgauge.live;

import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Activity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Records random runs, with calls lost, repeated and out of order. */
final class RandomRunFeed {
  private static final long SECOND = 1_000_000_000;
  private static final long BEGIN = 1_763_632_800 * SECOND;

  private RandomRunFeed() {}

  /** Records a run; the same seed gives the same run. */
  static void record(RunRecorder into, long seed, int activities) {
    calls(into, seed, activities).forEach(Runnable::run);
  }

  /** Returns the calls that record a run. */
  static List<Runnable> calls(RunRecorder into, long seed, int activities) {
    Random random = new Random(seed);
    List<Runnable> calls = new ArrayList<>();
    calls.add(() -> into.processor(new Processor("p0", 1, 4, "here")));
    for (int k = 0; k < activities; k++) {
      activity(calls, into, random, k);
    }
    List<Runnable> disordered = new ArrayList<>();
    for (Runnable call : calls) {
      for (int times = random.nextInt(20) == 0 ? random.nextInt(3) : 1; times > 0; times--) {
        disordered.add(call);
      }
    }
    for (int k = 0; k + 1 < disordered.size(); k++) {
      Collections.swap(disordered, k, Math.min(disordered.size() - 1, k + random.nextInt(20)));
    }
    return disordered;
  }

  private static void activity(List<Runnable> calls, RunRecorder into, Random random, int k) {
    String id = "a" + k;
    String type = "t" + k % 5;
    calls.add(() -> into.activity(Activity.of(id, type)));
    for (int from = Math.max(0, k - 8); from < k; from++) {
      if (random.nextInt(6) == 0) {
        String before = "a" + from;
        calls.add(() -> into.dependency(before, id));
      }
    }
    int attempts = random.nextInt(10) == 0 ? 2 : 1;
    long time = BEGIN + k * SECOND + random.nextInt(1_000_000_000);
    for (int attempt = 1; attempt <= attempts; attempt++) {
      int number = attempt;
      calls.add(() -> into.assign(id, number, "p0"));
      for (EventType type0 :
          List.of(
              EventType.STARTED,
              EventType.SUBMITTED,
              EventType.ACTIVE,
              attempt < attempts ? EventType.FAILED : EventType.COMPLETED)) {
        long at = time;
        calls.add(() -> into.record(id, type0, at, number));
        time += random.nextInt(1_500_000_000);
      }
    }
  }
}
