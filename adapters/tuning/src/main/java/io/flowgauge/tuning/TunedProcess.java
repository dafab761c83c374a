package io.flowgauge.tuning;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.tuning.Snapshot.Counts;
import java.util.HashMap;
import java.util.Map;

/** A process that is watched and may be changed. Not thread-safe. */
final class TunedProcess {
  private final InstrumentedProcess process;
  private final LoadSums loads;

  TunedProcess(InstrumentedProcess process, LoadSums loads) {
    this.process = process;
    this.loads = loads;
  }

  InstrumentedProcess process() {
    return process;
  }

  long pid() {
    return process.process().pid();
  }

  boolean isAlive() {
    return process.status().isAlive();
  }

  /** A call that has not ended counts with the time it has lasted. */
  Snapshot snapshot() {
    Map<CodeRegion, Counts> regions = new HashMap<>();
    for (RegionProfile each : process.profile().regions()) {
      double open = each.openCalls() > 0 ? each.openNanos() : 0;
      regions.put(each.region(), new Counts(each.calls(), each.ownNanos() + open));
    }
    return new Snapshot(System.nanoTime(), loads.of(pid()), regions);
  }
}
