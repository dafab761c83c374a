package io.flowgauge.log.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.format.ClockAnchor;
import io.flowgauge.log.ring.RingFiles;
import io.flowgauge.testsupport.JavaCommand;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills logging processes at random moments: 20 of them, a thousand with {@code
 * -Dflowgauge.long=true}. Several write the same log, at once and one after another, so that some
 * are killed while they take over the rings that others have left.
 */
@Timeout(1800)
class KilledWriterTest {
  private static final int KILLS = Boolean.getBoolean("flowgauge.long") ? 1000 : 20;
  private static final int KILLS_OF_A_LOG = 5;
  private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  /** Slack for a busy machine. */
  private static final long SLACK_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final int BUFFER = 128 * 1024;
  private static final int LEAST_EVENT = 3 + 4 + 4 + 8 + 2 + 1;

  @TempDir Path folder;
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private final List<Killed> killed = new ArrayList<>();
  private long events;
  private long dropped;

  /** A killed process, with the numbers of calls that had returned. */
  private record Killed(int run, long processId, long wallNanos, ByteBuffer counts) {
    long returned(int who) {
      return KilledWriter.count(counts, who);
    }
  }

  private record Running(Process process, int run, ByteBuffer counts) {
    boolean hasLogged() {
      for (int k = 0; k < KilledWriter.THREADS; k++) {
        if (KilledWriter.count(counts, k) > 0) {
          return true;
        }
      }
      return false;
    }
  }

  private Running start(Path log, int run, long pause, String mode) throws IOException {
    Path counts = folder.resolve("counts" + run);
    List<String> command = JavaCommand.with("-Xshare:auto", "-XX:+UseSerialGC", "-Xmx64m");
    if (run % 4 != 0) {
      command.add("-XX:TieredStopAtLevel=1");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(KilledWriter.class.getName());
    command.addAll(List.of(log.toString(), counts.toString()));
    command.addAll(List.of(Integer.toString(run), Long.toString(pause), mode));
    Process process = new ProcessBuilder(command).inheritIO().start();
    return new Running(process, run, KilledWriter.counts(counts));
  }

  private void kill(Running running) throws InterruptedException {
    running.process.destroyForcibly().waitFor();
    long now = ClockAnchor.now().wallNanos();
    killed.add(new Killed(running.run, running.process.pid(), now, running.counts));
  }

  /**
   * Waits for a random moment, mostly after the process has begun to log, sometimes while it
   * starts.
   */
  private void awaitSomeMoment(Running running) throws InterruptedException {
    if (random.nextInt(4) > 0) {
      long deadline = System.nanoTime() + DEADLINE_NANOS;
      while (running.process.isAlive() && !running.hasLogged() && System.nanoTime() < deadline) {
        Thread.sleep(1);
      }
      LockSupport.parkNanos((long) (random.nextDouble() * 60 * MILLI));
    } else {
      LockSupport.parkNanos((long) (random.nextDouble() * 400 * MILLI));
    }
  }

  @Test
  void events_ringsWriterKilled_areThereIfTheirCallsHadReturned() throws Exception {
    for (int first = 0; first < KILLS; first += KILLS_OF_A_LOG) {
      Path log = folder.resolve("killed" + first + ".nlb");
      killed.clear();
      for (int run = first; run < first + KILLS_OF_A_LOG; run++) {
        killSome(log, run);
        if (random.nextInt(3) == 0) {
          check(log);
        }
      }
      check(log);
      LogRecovery.takeOver(log);
      assertThat(RingFiles.folder(log)).doesNotExist();
      check(log);
      if (Files.exists(log)) {
        count(log);
      }
      assertThat(LogRecovery.takeOver(log)).isEqualTo(Recovery.NONE);
      Files.deleteIfExists(log);
    }
    System.out.printf("%d kills: %d events, %d dropped%n", KILLS, events, dropped);
  }

  /** Kills one process, which may have run beside another for a while. */
  private void killSome(Path log, int run) throws IOException, InterruptedException {
    long pause = random.nextBoolean() ? 0 : 2 * MILLI;
    Running running = start(log, run, pause, "ring");
    if (random.nextInt(3) == 0) {
      Running other = start(log, KILLS + run, pause, "ring");
      awaitSomeMoment(other);
      kill(other);
    }
    awaitSomeMoment(running);
    kill(running);
  }

  private void check(Path file) throws IOException {
    if (Files.notExists(file)) {
      return;
    }
    try (LogReader log = LogReader.open(file)) {
      Map<Integer, long[]> found = read(log);
      for (Killed one : killed) {
        long[] counts = found.getOrDefault(one.run, new long[KilledWriter.THREADS]);
        check(one, counts, dropped(log, one));
      }
      long lost = log.losses().stream().mapToLong(LogLoss::events).sum();
      assertThat(lost).as("%s, seed %d", log.losses(), seed).isZero();
    }
  }

  /**
   * Returns the counts of events of each run and thread; checks that events are whole and in order.
   */
  private static Map<Integer, long[]> read(LogReader log) throws IOException {
    Map<Integer, long[]> counts = new HashMap<>();
    Map<Integer, long[]> last = new HashMap<>();
    EventCursor all = log.cursor();
    while (all.next()) {
      int run = all.int32(0);
      int who = all.int32(1);
      long n = all.int64(2);
      if (!all.string(3).equals(KilledWriter.text(n))) {
        assertThat(all.string(3)).isEqualTo(KilledWriter.text(n));
      }
      long[] lastOfRun = last.computeIfAbsent(run, r -> new long[] {-1, -1, -1});
      if (n <= lastOfRun[who]) {
        assertThat(n).as("run %d, thread %d", run, who).isGreaterThan(lastOfRun[who]);
      }
      lastOfRun[who] = n;
      counts.computeIfAbsent(run, r -> new long[KilledWriter.THREADS])[who]++;
    }
    return counts;
  }

  private void count(Path file) throws IOException {
    try (LogReader log = LogReader.open(file)) {
      for (LogStream stream : log.streams()) {
        events += stream.events();
        dropped += stream.dropped();
      }
    }
  }

  private static long dropped(LogReader log, Killed one) {
    return log.streams().stream()
        .filter(s -> s.source().orElseThrow().processId() == one.processId)
        .mapToLong(LogStream::dropped)
        .sum();
  }

  /**
   * Checks that each call that returned gave an event or was counted as lost; one call per thread
   * may not have returned.
   */
  private void check(Killed one, long[] found, long lost) {
    long returned = 0;
    long there = lost;
    for (int who = 0; who < KilledWriter.THREADS; who++) {
      returned += one.returned(who);
      there += found[who];
    }
    assertThat(there)
        .as("events and %d drops of run %d, seed %d", lost, one.run, seed)
        .isBetween(returned, returned + KilledWriter.THREADS);
  }

  @Test
  void events_bufferingWriterKilled_lackOneBufferAndOneIntervalAtMost() throws Exception {
    Path log = folder.resolve("buffered.nlb");
    Running running = start(log, 0, 5 * MILLI, "buffer");
    while (running.process.isAlive() && KilledWriter.count(running.counts, 0) < 10_000) {
      Thread.sleep(1);
    }
    kill(running);

    assertThat(RingFiles.folder(log)).doesNotExist();
    try (LogReader reader = LogReader.open(log)) {
      long[] found = read(reader).get(0);
      for (int who = 0; who < KilledWriter.THREADS; who++) {
        long lost = killed.get(0).returned(who) - found[who];
        assertThat(lost).isLessThanOrEqualTo(BUFFER / LEAST_EVENT);
      }
      long last = reader.events().mapToLong(e -> e.timeNanos()).max().orElseThrow();
      assertThat(killed.get(0).wallNanos - last)
          .isLessThan(KilledWriter.INTERVAL.toNanos() + SLACK_NANOS);
    }
  }
}
