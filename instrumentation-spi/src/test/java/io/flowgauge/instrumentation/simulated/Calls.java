package io.flowgauge.instrumentation.simulated;

import io.flowgauge.instrumentation.CodeRegion;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** The open calls of one thread in regions with a sensor. Not thread-safe. */
final class Calls {
  private final long thread;
  private final Deque<Open> open = new ArrayDeque<>();

  private static final class Open {
    private final CodeRegion region;
    private final long begin = System.nanoTime();
    private long inside;

    private Open(CodeRegion region) {
      this.region = region;
    }
  }

  Calls(long thread) {
    this.thread = thread;
  }

  void call(Sensors sensors, CodeRegion region, Runnable body) {
    if (sensors == null || !sensors.isOn(region)) {
      body.run();
      return;
    }
    Optional<CodeRegion> caller = Optional.ofNullable(open.peek()).map(outer -> outer.region);
    Open call = new Open(region);
    open.push(call);
    body.run();
    open.pop();
    long nanos = System.nanoTime() - call.begin;
    if (!open.isEmpty()) {
      open.peek().inside += nanos;
    }
    sensors.add(new Sensors.Key(thread, caller, region), nanos, call.inside);
  }
}
