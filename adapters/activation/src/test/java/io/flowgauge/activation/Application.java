package io.flowgauge.activation;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.testsupport.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** An application that logs numbered events for as long as some request wants them. */
final class Application implements AutoCloseable {
  static final EventSchema END =
      EventSchema.named("transfer.end").int64("n").int32("BYTES").constant("PROG", "test").build();
  static final EventSchema START = EventSchema.named("transfer.start").int64("n").build();
  static final EventSchema OTHER = EventSchema.named("disk.read").int64("n").string("file").build();

  static final int SIZES = 1000;

  private final EventLog log;
  private final DeclaredEvent end;
  private final DeclaredEvent start;
  private final DeclaredEvent other;
  private long next;

  Application(Path triggers) throws IOException {
    log =
        EventLog.triggeredBy(triggers)
            .pollEvery(Duration.ofMillis(20))
            .flushEvery(Duration.ofMillis(5))
            .open();
    end = log.declare(END);
    start = log.declare(START);
    other = log.declare(OTHER);
  }

  /** Runs the application in its own process: logs endlessly, a few events at a time. */
  public static void main(String[] args) throws Exception {
    Application application = new Application(Path.of(args[0]));
    while (true) {
      if (application.end.isEnabled()) {
        application.logEnds(50);
      }
      Thread.sleep(1);
    }
  }

  void awaitOn() throws Exception {
    Eventually.await("events being on", end::isEnabled);
  }

  /** Waits until all types are on; they are switched on one after another. */
  void awaitAllOn() throws Exception {
    Eventually.await(
        "all events being on", () -> end.isEnabled() && start.isEnabled() && other.isEnabled());
  }

  void awaitOff() throws Exception {
    Eventually.await("events being off", () -> !end.isEnabled());
  }

  /**
   * Logs further {@code transfer.end} events, numbered consecutively, with sizes that cycle from 0
   * to 999.
   */
  void logEnds(int events) {
    for (int k = 0; k < events; k++) {
      end.log(next, (int) (next % SIZES));
      next++;
    }
  }

  /** Returns the number of {@code transfer.end} events logged so far. */
  long logged() {
    return next;
  }

  void logStart(long n) {
    start.log(n);
  }

  void logOther(long n) {
    other.log(n, "file " + n);
  }

  void flush() throws InterruptedException {
    log.flush();
  }

  EventLog log() {
    return log;
  }

  @Override
  public void close() {
    log.close();
  }
}
