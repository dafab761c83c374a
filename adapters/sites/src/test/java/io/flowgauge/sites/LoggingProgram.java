package io.flowgauge.sites;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.testsupport.Eventually;
import java.nio.file.Path;
import java.time.Duration;

/** A program that logs numbered events for as long as a request asks for them. */
final class LoggingProgram implements AutoCloseable {
  private static final EventSchema END =
      EventSchema.named("transfer.end").int64("n").constant("PROG", "test").build();
  private static final int AT_ONCE = 1000;

  private final EventLog log;
  private final DeclaredEvent end;
  private long next;

  LoggingProgram(Path triggers) throws Exception {
    log =
        EventLog.triggeredBy(triggers)
            .pollEvery(Duration.ofMillis(20))
            .flushEvery(Duration.ofMillis(5))
            .open();
    end = log.declare(END);
  }

  boolean isOn() {
    return end.isEnabled();
  }

  void awaitOn() throws Exception {
    Eventually.await("events being on", end::isEnabled);
  }

  void awaitOff() throws Exception {
    Eventually.await("events being off", () -> !end.isEnabled());
  }

  /** Logs the given number of events, no faster than they can be received. */
  void log(int events) throws Exception {
    awaitOn();
    for (int k = 0; k < events; k += AT_ONCE) {
      for (int j = k; j < Math.min(events, k + AT_ONCE); j++) {
        end.log(next++);
      }
      log.flush();
    }
  }

  /** Logs the given number of events, whether or not anybody receives them. */
  void logOn(int events) {
    for (int k = 0; k < events; k++) {
      end.log(next++);
    }
  }

  long logged() {
    return next;
  }

  @Override
  public void close() {
    log.close();
  }
}
