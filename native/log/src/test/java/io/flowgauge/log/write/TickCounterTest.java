package io.flowgauge.log.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.format.ClockAnchor;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Times by the processor's counter, where there is one to be used; else by the system's clock. */
@Timeout(120)
class TickCounterTest {
  /** Between the clock, and a time by the counter of the same moment. */
  private static final long ERROR_NANOS = 1_000;

  /** The clock may be adjusted meanwhile, and the wall clock's anchor is as old as a second. */
  private static final long MOST_NANOS = 500_000;

  private static final double MOST_OFTEN = 0.99;
  private static final int THREADS = 4;
  private static final long LOGGED_NANOS = TimeUnit.SECONDS.toNanos(4);
  private static final EventSchema STAMPED =
      EventSchema.named("stamped").int32("thread").int64("earlier").int64("now").build();

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
      if (Runtime.version().feature() < 22) {
        assertThat(log.counterFailure().orElseThrow()).contains("Java 22");
      } else if (tracksTicks()) {
        assertThat(log.counterFailure()).isEmpty();
      } else {
        assertThat(log.counterFailure().orElseThrow()).contains("kernel");
      }
    }
    try (EventLog log = EventLog.open(folder.resolve("y.nlb"))) {
      assertThat(log.counterFailure()).isEmpty();
    }
  }

  private static boolean tracksTicks() throws IOException {
    Path clock = Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    return Files.exists(clock) && Files.readString(clock).strip().equals("tsc");
  }

  @Test
  void events_ofSeveralThreads_haveTimesOfTheClock() throws Exception {
    long offset;
    try (EventLog log = open()) {
      assumeTrue(log.counterFailure().isEmpty(), () -> log.counterFailure().orElseThrow());
      DeclaredEvent stamped = log.declare(STAMPED);
      offset = ClockAnchor.now().wallNanos(0);
      List<Thread> threads = new ArrayList<>();
      for (int k = 0; k < THREADS; k++) {
        int number = k;
        threads.add(new Thread(() -> log(stamped, number)));
      }
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
    }
    check(offset);
  }

  /** Logs the clock before each call, and after the call before. */
  private static void log(DeclaredEvent stamped, int thread) {
    long end = System.nanoTime() + LOGGED_NANOS;
    long after = 0;
    while (after < end) {
      stamped.log(thread, after, System.nanoTime());
      after = System.nanoTime();
      LockSupport.parkNanos(20_000);
    }
  }

  private void check(long offset) throws IOException {
    Map<Integer, Long> previous = new TreeMap<>();
    long events = 0;
    long close = 0;
    long most = 0;
    try (LogReader log = LogReader.open(folder.resolve("x.nlb"))) {
      for (EventCursor event = log.cursor(); event.next(); ) {
        long nanos = event.timeNanos() - offset;
        Long last = previous.put(event.int32(0), nanos);
        if (last != null) {
          assertThat(last).as("order of a thread").isLessThanOrEqualTo(nanos);
          long error = Math.max(last - event.int64(1), event.int64(2) - nanos);
          events++;
          close += error < ERROR_NANOS ? 1 : 0;
          most = Math.max(most, error);
        }
      }
    }
    System.out.printf(
        "%d events, %.2f %% within 1 us of the clock, %.1f us at most%n",
        events, 100.0 * close / events, most / 1e3);
    assertThat(events).isGreaterThan(1000);
    assertThat((double) close / events).isGreaterThan(MOST_OFTEN);
    assertThat(most).isLessThan(MOST_NANOS);
  }
}
