package io.flowgauge.log.write;

import io.flowgauge.clock.TickCounter;
import java.lang.invoke.MethodHandles;

/** Holds the time stamp counter for logs that request it; created on the first request. */
final class LogClock {
  static final TickCounter COUNTER = TickCounter.of(MethodHandles.lookup());

  private LogClock() {}
}
