package io.flowgauge.log.write;

import io.flowgauge.clock.TickCounter;
import java.lang.invoke.MethodHandles;

/** The counter for those logs that ask for it; made when the first one does. */
final class LogClock {
  static final TickCounter COUNTER = TickCounter.of(MethodHandles.lookup());

  private LogClock() {}
}
