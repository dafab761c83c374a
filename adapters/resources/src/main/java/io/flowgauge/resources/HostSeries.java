package io.flowgauge.resources;

import io.flowgauge.log.read.EventCursor;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.RunRecorder;
import java.util.HashMap;
import java.util.Map;

/** Converts events {@value ResourceLog#HOST} to loads of hosts. Not thread-safe. */
final class HostSeries {
  private static final int QUANTITY = 0;
  private static final int VALUE = 1;

  private final RunRecorder into;
  private final Map<String, Long> last = new HashMap<>();

  HostSeries(RunRecorder into) {
    this.into = into;
  }

  /** Adds an event: its value holds for the time since the previous event of the same quantity. */
  void take(EventCursor event, String host) {
    String label = event.string(QUANTITY);
    long time = event.timeNanos();
    double value = event.float64(VALUE);
    Long before = last.put(host + '\n' + label, time);
    if (before != null && before < time && Double.isFinite(value)) {
      String unit = HostQuantity.of(label).map(HostQuantity::unit).orElse("");
      into.hostLoad(HostLoad.of(host, label, unit, before, time, value));
    }
  }
}
