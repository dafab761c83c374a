package io.flowgauge.log.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.read.LogStream;
import io.flowgauge.log.trigger.Condition;
import io.flowgauge.log.trigger.TriggerEntry;
import io.flowgauge.log.trigger.TriggerFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * C processes with many threads, killed C processes, and C processes that obey a trigger file
 * written by Java.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class CProcessTest {
  private static final String INTEROP = "interop";
  private static final int EVENTS = 20_000;
  private static final int KILLS = System.getProperty("flowgauge.long") == null ? 5 : 1000;
  private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** Least bytes of an event of the killed writer: a head of 3, a number, and a text of 8. */
  private static final int LEAST_EVENT = 3 + 8 + 2 + 8;

  private static final int BLOCK = 128 * 1024;

  /** At most about a hundred per millisecond. */
  private static final long EVENTS_PER_SECOND = 100_000;

  @TempDir Path folder;

  @Test
  void events_ofManyThreads_areAllReadInTheOrderOfEach() throws Exception {
    Path file = folder.resolve("threads.nlb");
    String program = CPrograms.program(INTEROP).toString();

    String counts = CPrograms.run(List.of(program, "threads", file.toString(), "" + EVENTS));

    try (LogReader log = LogReader.open(file)) {
      Map<Long, List<Long>> byThread =
          log.events()
              .collect(
                  Collectors.groupingBy(
                      e -> e.source().orElseThrow().threadId(),
                      Collectors.mapping(
                          e -> (Long) e.value("n").orElseThrow(), Collectors.toList())));
      assertThat(byThread).hasSize(8);
      assertThat(byThread.values()).allSatisfy(numbers -> assertThat(numbers).isSorted());
      long read = byThread.values().stream().mapToLong(List::size).sum();
      long dropped = log.streams().stream().mapToLong(stream -> stream.dropped()).sum();
      assertThat(counts.strip()).isEqualTo(read + " " + dropped);
      assertThat(read + dropped).isEqualTo(8L * EVENTS);
      assertThat(log.losses()).hasSize(dropped == 0 ? 0 : 8).allMatch(loss -> dropped > 0);
    }
  }

  /** Events logged before the last flush are there without a gap, and none is torn. */
  @Test
  void events_writerKilled_areWholeAndLossIsBounded() throws Exception {
    for (int k = 0; k < KILLS; k++) {
      Killed killed = kill("endless", k);

      assertThat(killed.returned - killed.read)
          .isLessThan(BLOCK / LEAST_EVENT + 2 * EVENTS_PER_SECOND);
      assertThat(killed.read).isLessThanOrEqualTo(killed.returned + 1);
    }
  }

  /** Calls that find the ring full drop their events; no other event is lost. */
  @Test
  void events_writerWithRingsKilled_areAllThereWhoseCallReturned() throws Exception {
    for (int k = 0; k < KILLS; k++) {
      Killed killed = kill("endless-rings", k);

      assertThat(killed.read + killed.dropped).isBetween(killed.returned, killed.returned + 1);
    }
  }

  /** Rings are passed from thread to thread. */
  @Test
  void events_writerWithManyThreadsKilled_areAllThereWhoseCallReturned() throws Exception {
    for (int k = 0; k < KILLS; k++) {
      Killed killed = kill("endless-threads", k);

      assertThat(killed.read + killed.dropped).isBetween(killed.returned, killed.returned + 1);
    }
  }

  /** How many events a killed process had logged, and how many of them can be read. */
  record Killed(long returned, long read, long dropped) {}

  private Killed kill(String way, int k) throws Exception {
    Path file = Files.createDirectories(folder.resolve(way + k)).resolve("killed.nlb");
    Path counter = file.resolveSibling("counter");
    Process process =
        new ProcessBuilder(
                CPrograms.program(INTEROP).toString(), way, file.toString(), counter.toString())
            .inheritIO()
            .start();
    await(() -> Files.exists(counter) && Files.size(counter) == 8 && returned(counter) > 0);
    Thread.sleep(7L * (k % 37)); // Varies the point at which it is killed.
    process.destroyForcibly().waitFor();
    if (Files.notExists(file)) {
      Files.createFile(file); // Killed before its first flush.
    }
    Killed killed = read(file, returned(counter));
    Files.delete(file);
    return killed;
  }

  private static long returned(Path counter) throws IOException {
    byte[] bytes = Files.readAllBytes(counter);
    return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).getLong();
  }

  private static Killed read(Path file, long returned) throws IOException {
    try (LogReader log = LogReader.open(file)) {
      EventCursor events = log.cursor();
      long count = 0;
      long last = -1;
      while (events.next()) {
        assertThat(events.int64(0)).isGreaterThan(last);
        last = events.int64(0);
        assertThat(events.string(1)).isEqualTo("number " + last);
        count++;
      }
      long dropped = log.streams().stream().mapToLong(LogStream::dropped).sum();
      assertThat(last + 1).isLessThanOrEqualTo(count + dropped);
      assertThat(log.streams()).allMatch(stream -> stream.lost() == 0);
      return new Killed(returned, count, dropped);
    }
  }

  @Test
  void triggers_writtenByJava_areObeyed() throws Exception {
    Path triggers = folder.resolve("server.triggers");
    Path large = folder.resolve("large.nlb");
    Path all = folder.resolve("with blank \"and quote\".nlb");
    Process process =
        new ProcessBuilder(CPrograms.program(INTEROP).toString(), "triggered", triggers.toString())
            .redirectErrorStream(true)
            .start();
    TriggerFile file = TriggerFile.at(triggers);
    file.add(
        TriggerEntry.of("transfer.*", "file:" + large)
            .withConditions(List.of(Condition.parse("BYTES>=65536"), Condition.parse("MS<3")))
            .withId("r1"));
    await(() -> Files.exists(large));
    file.add(TriggerEntry.of("*", "file:" + all).withId("r2"));
    await(() -> Files.exists(all));
    assertThat(file.remove("r1")).isOne();
    assertThat(file.remove("r2")).isOne();
    process.getOutputStream().close();
    CPrograms.output(process);

    assertThat(bytesOf(large, "transfer.end")).containsOnly(65536, 2 * 65536);
    assertThat(bytesOf(all, "transfer.end")).containsOnly(0, 65536, 2 * 65536, 3 * 65536);
    assertThat(bytesOf(all, "disk.read")).containsOnly(0, 1, 2, 3);
    assertThat(bytesOf(large, "disk.read")).isEmpty();
  }

  private static List<Object> bytesOf(Path file, String event) throws IOException {
    try (LogReader log = LogReader.open(file)) {
      List<LogEvent> events = log.events().toList();
      assertThat(log.losses()).isEmpty();
      return events.stream()
          .filter(each -> each.name().equals(event))
          .map(each -> each.value("BYTES").orElseThrow())
          .toList();
    }
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + DEADLINE_NANOS;
    while (!condition.call()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(2);
    }
  }
}
