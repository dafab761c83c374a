package io.flowgauge.log.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.format.ClockAnchor;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.testsupport.KernelClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Events with times from the processor's counter, if available; otherwise from the system clock.
 */
@Timeout(120)
class CounterTimesTest {
  /** Limit while clocks may be adjusted. */
  private static final long MOST_NANOS = 500_000;

  private static final long LOGGED_NANOS = TimeUnit.SECONDS.toNanos(4);
  private static final EventSchema NUMBER = EventSchema.named("number").int64("n").build();

  @TempDir private Path folder;

  private EventLog open() throws IOException {
    return EventLog.to(folder.resolve("x.nlb"))
        .timeStampCounter()
        .flushEvery(Duration.ofMillis(50))
        .buffer(1 << 22)
        .open();
  }

  @Test
  void open_withoutCounter_saysWhy() throws Exception {
    try (EventLog log = open()) {
      if (!KernelClock.isCounter()) {
        assertThat(log.counterFailure().orElseThrow()).contains("kernel");
      } else if (Runtime.version().feature() < 22) {
        assertThat(log.counterFailure().orElseThrow()).contains("Java 22");
      } else {
        assertThat(log.counterFailure()).isEmpty();
      }
    }
    try (EventLog log = EventLog.open(folder.resolve("y.nlb"))) {
      assertThat(log.counterFailure()).isEmpty();
    }
  }

  @Test
  void events_haveTheirTimes() throws Exception {
    long begun = System.nanoTime();
    long offset = ClockAnchor.now().wallNanos(0);
    try (EventLog log = open()) {
      DeclaredEvent logged = log.declare(NUMBER);
      while (System.nanoTime() - begun < LOGGED_NANOS) {
        logged.log(System.nanoTime());
        LockSupport.parkNanos(20_000);
      }
    }
    long last = begun;
    long late = 0;
    long events = 0;
    try (LogReader log = LogReader.open(folder.resolve("x.nlb"))) {
      for (EventCursor event = log.cursor(); event.next(); events++) {
        long nanos = event.timeNanos() - offset;
        assertThat(nanos).isGreaterThanOrEqualTo(event.int64(0) - MOST_NANOS);
        late += nanos - event.int64(0) > MOST_NANOS ? 1 : 0;
        assertThat(event.int64(0)).isGreaterThanOrEqualTo(last);
        last = event.int64(0);
      }
    }
    assertThat(events).isGreaterThan(1000);
    assertThat(late).isLessThan(events / 10); // The thread may have waited in between.
  }
}
