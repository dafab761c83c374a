package io.flowgauge.instrumentation.nativeprovider;

import java.nio.ByteBuffer;

/** The capabilities of this host: {@code struct fg_host}. */
record HostInfo(
    int abi,
    boolean uprobes,
    boolean counters,
    int helperPid,
    double ticksPerSecond,
    double callCostNanos,
    double cpuCostNanos,
    String uprobesReason) {
  static HostInfo from(ByteBuffer host) {
    return new HostInfo(
        host.getInt(0),
        host.getInt(8) != 0,
        host.getInt(12) != 0,
        host.getInt(20),
        host.getLong(24),
        host.getDouble(32),
        host.getDouble(40),
        Structs.text(host, 48, 120));
  }
}
