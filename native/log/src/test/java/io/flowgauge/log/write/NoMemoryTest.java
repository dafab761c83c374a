package io.flowgauge.log.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.testsupport.JavaCommand;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program that sometimes runs out of memory, and continues, logs as before. */
@Timeout(120)
class NoMemoryTest {
  private static final long LATE = Long.MAX_VALUE / 2;
  private static final int LATE_EVENTS = 1_000;

  @TempDir Path folder;

  interface Event {
    void log(long number);
  }

  /** Logs in its main thread and in short-lived ones while another thread takes all memory. */
  static final class Program {
    private static final long LASTS_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final int SMALLEST = 64;
    private static final int WARM_UP = 1_000;
    private static volatile int failures;

    private Program() {}

    public static void main(String[] args) throws IOException, InterruptedException {
      EventLog log = EventLog.open(Path.of(args[0]));
      Event event =
          log.declare(EventSchema.named("e").int64("number").build())
              .as(MethodHandles.lookup(), Event.class);
      AtomicLong calls = new AtomicLong();
      for (int k = 0;
          k < WARM_UP;
          k++) { // The Java platform itself allocates memory on first calls.
        log(event, calls, k);
      }
      log.flush();
      Thread taker = new Thread(Program::takeAllAgainAndAgain);
      taker.start();
      while (taker.isAlive()) {
        logSome(event, calls);
      }
      for (int k = 0; k < LATE_EVENTS; k++) {
        log(event, calls, LATE + k);
      }
      log.close();
      LogCounts counts = log.counts();
      System.out.println(
          calls + " " + (counts.written() + counts.dropped()) + " " + failures + " " + counts);
    }

    private static void logSome(Event event, AtomicLong calls) throws InterruptedException {
      for (int k = 0; k < 100; k++) {
        log(event, calls, k);
      }
      try {
        Thread other = new Thread(() -> log(event, calls, -1));
        other.start();
        other.join();
      } catch (OutOfMemoryError e) {
        Thread.sleep(1); // The program itself failed to allocate.
      }
    }

    private static void log(Event event, AtomicLong calls, long number) {
      try {
        event.log(number);
        calls.incrementAndGet();
      } catch (OutOfMemoryError e) {
        failures = 1;
      }
    }

    private static void takeAllAgainAndAgain() {
      long end = System.nanoTime() + LASTS_NANOS;
      while (System.nanoTime() - end < 0) {
        try {
          takeAll();
        } catch (OutOfMemoryError e) {
          Thread.onSpinWait(); // Another thread was faster.
        }
      }
    }

    private static void takeAll() {
      List<byte[]> taken = new ArrayList<>(1 << 14);
      int size = 1 << 20;
      while (size >= SMALLEST) {
        try {
          taken.add(new byte[size]);
        } catch (OutOfMemoryError e) {
          size /= 2;
        }
      }
      try {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(30);
        while (System.nanoTime() - until < 0) {
          Thread.onSpinWait();
        }
      } finally {
        Reference.reachabilityFence(taken);
      }
    }
  }

  @Test
  void log_whileMemoryRunsOut_accountsForAllAndGoesOn() throws Exception {
    Path log = folder.resolve("log.nlb");
    List<String> command =
        JavaCommand.with("-Xmx64m", "-cp", System.getProperty("java.class.path"));
    command.addAll(List.of(Program.class.getName(), log.toString()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String[] said = new String(process.getInputStream().readAllBytes(), UTF_8).split(" ", 4);
    assertThat(process.waitFor()).isZero();
    assertThat(said[1]).as(said[3]).isEqualTo(said[0]);
    assertThat(said[2]).as("calls that failed").isEqualTo("0");
    int late = 0;
    try (LogReader reader = LogReader.open(log)) {
      for (EventCursor event = reader.cursor(); event.next(); ) {
        late += event.int64(0) >= LATE ? 1 : 0;
      }
    }
    assertThat(late).isEqualTo(LATE_EVENTS);
  }
}
