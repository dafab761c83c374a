package io.flowgauge.traces.chrome;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.run.ActivityState;
import io.flowgauge.run.StateInterval;
import java.io.IOException;
import java.util.List;
import java.util.TreeMap;

/** Counts how many activities wait, and how many are processed, at each moment. Used once. */
final class ActivityCounter {
  private final TreeMap<Long, int[]> changes = new TreeMap<>();

  ActivityCounter(List<DrawnAttempt> attempts) {
    for (DrawnAttempt drawn : attempts) {
      for (StateInterval state : drawn.states()) {
        if (state.state() != ActivityState.SUSPENDED) {
          count(state.state(), state.leading().epochNanos(), drawn.endOf(state));
        }
      }
    }
  }

  private void count(ActivityState state, long begin, long end) {
    int series = state == ActivityState.PROCESSING ? 1 : 0;
    change(begin, series, 1);
    if (end != Long.MAX_VALUE) {
      change(end, series, -1);
    }
  }

  private void change(long nanos, int series, int by) {
    changes.computeIfAbsent(nanos, n -> new int[2])[series] += by;
  }

  void draw(int process, JsonGenerator json, TraceEvents events) throws IOException {
    int[] now = new int[2];
    for (var change : changes.entrySet()) {
      now[0] += change.getValue()[0];
      now[1] += change.getValue()[1];
      events.counter(
          process,
          change.getKey(),
          "activities",
          () -> {
            json.writeNumberField("waiting", now[0]);
            json.writeNumberField("processing", now[1]);
          });
    }
  }
}
