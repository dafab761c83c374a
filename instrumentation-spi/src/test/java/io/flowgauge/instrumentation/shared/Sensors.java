package io.flowgauge.instrumentation.shared;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.TargetProcess;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Sensors and readers for the tests, in which a tick is two nanoseconds. */
final class Sensors {
  static final Instant SINCE = Instant.parse("2026-01-01T00:00:00Z");
  static final Instant AT = SINCE.plusSeconds(60);
  static final long NOW = 30_000_000_000L;
  static final TargetProcess PROCESS = TargetProcess.builder(4711, "program").build();

  private Sensors() {}

  static CodeRegion region(String name) {
    return new CodeRegion("program", name, name, name.hashCode(), 16, Optional.empty(), false);
  }

  static SharedSensor sensor(String name, Metric... metrics) {
    return new SharedSensor(region(name), Set.of(metrics), Optional.empty(), 10, true);
  }

  static Map<Integer, SharedSensor> timed(String... names) {
    Map<Integer, SharedSensor> sensors = new LinkedHashMap<>();
    for (String name : names) {
      sensors.put(sensors.size(), sensor(name, Metric.CALLS, Metric.WALL_TIME));
    }
    return sensors;
  }

  static SharedProfile reader(SharedBytes bytes) {
    SharedClock clock = new SharedClock(5e8, 0, SINCE, () -> NOW);
    return new SharedProfile(bytes, PROCESS, clock, thread -> "task" + thread);
  }
}
