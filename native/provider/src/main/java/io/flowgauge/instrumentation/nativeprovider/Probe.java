package io.flowgauge.instrumentation.nativeprovider;

import java.nio.ByteBuffer;
import java.util.List;

/** A requested sensor: {@code struct fg_probe}. */
record Probe(long address, long size, int region, int metrics, int backend, double costLimit) {
  private static final int REWRITES = 0x10;

  /** Returns a copy for a function whose calls will be rewritten. */
  Probe rewriting() {
    return new Probe(address, size, region, metrics | REWRITES, backend, costLimit);
  }

  static ByteBuffer encodeAll(List<Probe> probes) {
    ByteBuffer all = Structs.allocate(Math.max(probes.size(), 1) * Structs.PROBE);
    for (Probe probe : probes) {
      all.putLong(probe.address).putLong(probe.size);
      all.putInt(probe.region).putInt(probe.metrics).putInt(probe.backend).putInt(0);
      all.putDouble(probe.costLimit);
    }
    return all.rewind();
  }
}
