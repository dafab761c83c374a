package io.flowgauge.runlog;

import static io.flowgauge.run.CodeProfile.NO_CALLER;

import io.flowgauge.log.read.EventCursor;
import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.CodeProfile.Call;
import io.flowgauge.run.CodeProfile.CodeRegion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Assembles the profiles of an activity from their events. Not thread-safe. */
final class ProfileAssembly {
  private final Map<String, CodeRegion> regions = new LinkedHashMap<>();
  private final Map<String, Map<String, Numbers>> callees = new LinkedHashMap<>();
  private int events;
  private long lost;

  private record Numbers(long calls, long nanos) {}

  void region(EventCursor event) {
    events++;
    CodeRegion region =
        new CodeRegion(
            event.string(5),
            event.string(6),
            event.int64(1),
            event.int64(2),
            event.int64(3),
            event.int64(4));
    regions.put(region.name(), region);
  }

  void call(EventCursor event) {
    events++;
    callees
        .computeIfAbsent(event.string(3), caller -> new LinkedHashMap<>())
        .put(event.string(4), new Numbers(event.int64(1), event.int64(2)));
  }

  /** Discards the measurements of an earlier attempt. */
  void discardMeasurements() {
    regions.clear();
    callees.clear();
  }

  /** Returns the profile, given the event that follows all others of it. */
  CodeProfile profile(EventCursor event) {
    lost += Math.max(0, event.int32(2) + event.int32(3) - events);
    events = 0;
    List<CodeRegion> all = List.copyOf(regions.values());
    Map<String, Integer> index = new HashMap<>();
    all.forEach(region -> index.put(region.name(), index.size()));
    return new CodeProfile(event.int64(1), all, calls(index));
  }

  /** Returns the calls between known regions. */
  private List<Call> calls(Map<String, Integer> index) {
    List<Call> calls = new ArrayList<>();
    for (var from : callees.entrySet()) {
      for (var to : from.getValue().entrySet()) {
        Integer caller = from.getKey().isEmpty() ? NO_CALLER : index.get(from.getKey());
        Integer callee = index.get(to.getKey());
        if (caller != null && callee != null) {
          Numbers numbers = to.getValue();
          calls.add(new Call(caller, callee, numbers.calls(), numbers.nanos()));
        }
      }
    }
    return calls;
  }

  /** Returns the number of missing measurement events. */
  long missingCount() {
    return lost;
  }
}
