package io.flowgauge.tuning;

import io.flowgauge.resources.ProcessSample;
import io.flowgauge.resources.ResourceSample;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** How long the threads of processes ran and waited since they have been watched. Thread-safe. */
final class LoadSums implements Consumer<ResourceSample> {
  private final Map<Long, Snapshot.Load> loads = new ConcurrentHashMap<>();

  @Override
  public void accept(ResourceSample sample) {
    for (ProcessSample each : sample.processes()) {
      Snapshot.Load more =
          new Snapshot.Load(
              each.seconds(),
              each.processorSeconds(),
              each.externalSeconds() + each.serialisedSeconds(),
              each.threads());
      loads.merge(each.pid(), more, Snapshot.Load::plus);
    }
  }

  Snapshot.Load of(long pid) {
    return loads.getOrDefault(pid, Snapshot.Load.NONE);
  }

  void forget(long pid) {
    loads.remove(pid);
  }
}
