package io.flowgauge.kafka;

import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Activity;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Layered runs, recorded event by event in order of time. */
public final class GeneratedRuns {
  private static final long START = 1_700_000_000_000_000_000L;
  private static final long SECOND = 1_000_000_000;
  private static final int WIDTH = 10;

  private record Event(long nanos, String activity, EventType type, int attempt) {}

  private GeneratedRuns() {}

  /** Records a run; the same seed gives the same run. Returns its number of events. */
  public static int record(long seed, int activities, RunRecorder into) {
    return record(seed, activities, into, true);
  }

  /** Records a run, optionally without its end. */
  public static int record(long seed, int activities, RunRecorder into, boolean isEnded) {
    Random random = new Random(seed);
    List<Event> events = new ArrayList<>();
    for (int k = 0; k < activities; k++) {
      String id = "a" + k;
      into.activity(Activity.of(id, "t" + k % 3));
      if (k >= WIDTH) {
        into.dependency("a" + (k - WIDTH + random.nextInt(WIDTH) - k % WIDTH), id);
      }
      long at = START + 10 * SECOND * (k / WIDTH) + random.nextInt(1_000_000_000);
      int attempts = random.nextInt(20) == 0 ? 2 : 1;
      for (int attempt = 1; attempt <= attempts; attempt++) {
        events.add(new Event(at, id, EventType.SUBMITTED, attempt));
        events.add(new Event(at += random.nextInt(1_000_000_000), id, EventType.PENDING, attempt));
        events.add(new Event(at += random.nextInt(1_000_000_000), id, EventType.ACTIVE, attempt));
        EventType end = attempt < attempts ? EventType.FAILED : EventType.COMPLETED;
        events.add(new Event(at += 1 + random.nextInt(1_000_000_000), id, end, attempt));
      }
    }
    events.sort((one, other) -> Long.compare(one.nanos, other.nanos));
    into.start(START);
    long end = START;
    for (Event event : events) {
      into.record(event.activity, event.type, event.nanos, event.attempt);
      end = event.nanos;
    }
    if (isEnded) {
      into.end(end);
    }
    return events.size();
  }
}
