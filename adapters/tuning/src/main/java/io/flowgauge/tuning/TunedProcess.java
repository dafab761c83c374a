package io.flowgauge.tuning;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessLoad;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.tuning.Snapshot.Counts;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A process that is watched and may be changed. A process of another machine reports its load
 * itself; methods throw if that machine cannot be reached. Not thread-safe.
 */
final class TunedProcess {
  private static final double NANOS = 1e9;

  private final InstrumentedProcess process;
  private final LoadSums loads;
  private final boolean isLocal;
  private int processors = Runtime.getRuntime().availableProcessors();
  private Optional<Snapshot> now = Optional.empty();

  TunedProcess(InstrumentedProcess process, LoadSums loads) {
    this.process = process;
    this.loads = loads;
    this.isLocal =
        process.load().refusal().filter(why -> why.code() == RefusalCode.UNSUPPORTED).isPresent();
  }

  InstrumentedProcess process() {
    return process;
  }

  long pid() {
    return process.process().pid();
  }

  /** Whether it is a process of this machine. */
  boolean isLocal() {
    return isLocal;
  }

  /** Returns the number of processors of its machine, as of the last snapshot. */
  int processors() {
    return processors;
  }

  boolean isAlive() {
    return process.status().isAlive();
  }

  /** Makes the next call of {@link #snapshot} take a new one. */
  void forgetSnapshot() {
    now = Optional.empty();
  }

  /**
   * Returns the same snapshot to all tunlets, because each one takes two round trips to another
   * machine.
   */
  Snapshot snapshot() {
    if (now.isEmpty()) {
      now = Optional.of(takeSnapshot());
    }
    return now.get();
  }

  /** Takes a snapshot. A call that has not ended counts with the time it has lasted. */
  private Snapshot takeSnapshot() {
    Map<CodeRegion, Counts> regions = new HashMap<>();
    for (RegionProfile each : process.profile().regions()) {
      double open = each.openCalls() > 0 ? each.openNanos() : 0;
      regions.put(each.region(), new Counts(each.calls(), each.ownNanos() + open));
    }
    return new Snapshot(System.nanoTime(), load(), regions);
  }

  private Snapshot.Load load() {
    if (isLocal) {
      return loads.of(pid());
    }
    Outcome<ProcessLoad> outcome = process.load();
    outcome.value().ifPresent(load -> processors = load.processors());
    return outcome
        .value()
        .map(
            load ->
                new Snapshot.Load(
                    seconds(load.measured()),
                    seconds(load.ran()),
                    seconds(load.waited()),
                    load.threads()))
        .orElse(Snapshot.Load.NONE);
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / NANOS;
  }
}
