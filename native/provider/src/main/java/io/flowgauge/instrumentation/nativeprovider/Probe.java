package io.flowgauge.instrumentation.nativeprovider;

import java.nio.ByteBuffer;
import java.util.List;

/** A sensor wanted: {@code struct fg_probe}. */
record Probe(long address, long size, int region, int metrics, int backend, double costLimit) {
  private static final int REWRITES = 0x10;

  /** The same for a function whose calls are to be rewritten. */
  Probe rewriting() {
    return new Probe(address, size, region, metrics | REWRITES, backend, costLimit);
  }

  static ByteBuffer all(List<Probe> probes) {
    ByteBuffer all = Structs.room(Math.max(probes.size(), 1) * Structs.PROBE);
    for (Probe probe : probes) {
      all.putLong(probe.address).putLong(probe.size);
      all.putInt(probe.region).putInt(probe.metrics).putInt(probe.backend).putInt(0);
      all.putDouble(probe.costLimit);
    }
    return all.rewind();
  }
}
