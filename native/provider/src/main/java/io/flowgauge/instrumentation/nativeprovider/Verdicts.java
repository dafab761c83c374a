package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.Refusal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The outcome of a batch of sensors: {@code struct fg_verdict} each, and {@code fg_stats}. */
record Verdicts(List<Verdict> perSensor, Duration took, Duration stopped) {
  /** The outcome of one sensor. */
  record Verdict(Optional<Refusal> refusal, Backend backend, double costNanos) {}

  static final Verdicts NONE = new Verdicts(List.of(), Duration.ZERO, Duration.ZERO);
  private static final int UPROBE = 2;

  static Verdicts from(ByteBuffer all, int count, ByteBuffer stats) {
    List<Verdict> each = new ArrayList<>(count);
    for (int k = 0; k < count; k++) {
      each.add(verdict(all, k * Structs.VERDICT));
    }
    return new Verdicts(each, nanos(stats.getLong(0)), nanos(stats.getLong(16)));
  }

  private static Verdict verdict(ByteBuffer all, int at) {
    int code = all.getInt(at);
    Optional<Refusal> refusal =
        code == Codes.OK
            ? Optional.empty()
            : Optional.of(new Refusal(Codes.refusal(code), Structs.text(all, at + 24, 120)));
    double cost = all.getDouble(at + 16);
    return new Verdict(
        refusal,
        all.getInt(at + 4) == UPROBE ? Backend.KERNEL : Backend.AGENT,
        cost >= 0 && cost < Double.POSITIVE_INFINITY ? cost : 0);
  }

  private static Duration nanos(long nanos) {
    return Duration.ofNanos(Math.max(nanos, 0));
  }
}
