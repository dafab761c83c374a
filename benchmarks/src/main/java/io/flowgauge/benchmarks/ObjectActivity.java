package io.flowgauge.benchmarks;

import io.flowgauge.run.ActivityEvent;
import java.util.ArrayList;
import java.util.List;

/** An activity of the baseline: an object that holds its events. Not thread-safe. */
final class ObjectActivity {
  final String id;
  final String type;
  final double speed;
  final long wallclock;
  final List<ActivityEvent> events = new ArrayList<>();

  ObjectActivity(String id, String type, double speed, long wallclock) {
    this.id = id;
    this.type = type;
    this.speed = speed;
    this.wallclock = wallclock;
  }
}
