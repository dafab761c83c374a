package io.flowgauge.benchmarks;

import io.flowgauge.run.ActivityEvent;
import io.flowgauge.workflow.Dependency;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The input of the baseline, as {@link Recordings} makes it for Flowgauge. */
final class ObjectRecorder {
  final Map<String, ObjectActivity> activities = new LinkedHashMap<>();
  final List<Dependency> dependencies = new ArrayList<>();

  static ObjectRecorder of(SimulatedRun run) {
    ObjectRecorder recorder = new ObjectRecorder();
    String[] ids = Recordings.ids(run);
    for (int a = 0; a < ids.length; a++) {
      double speed = SimulatedRun.speed(run.processor(a, run.attempts(a)));
      String type = SimulatedRun.type(a).intern();
      recorder.activities.put(
          ids[a], new ObjectActivity(ids[a], type, speed, run.wallclockNanos(a)));
    }
    Topology topology = run.topology();
    for (int d = 0; d < topology.dependencies(); d++) {
      recorder.dependencies.add(new Dependency(ids[topology.from(d)], ids[topology.to(d)]));
    }
    run.replay(
        (activity, type, nanos, attempt) ->
            recorder
                .activities
                .get(ids[activity])
                .events
                .add(new ActivityEvent(ids[activity], type, nanos, attempt)));
    return recorder;
  }
}
