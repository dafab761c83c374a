package io.flowgauge.log.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.log.write.LogCounts;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Events of many threads are all there, each once, in the order of each thread. */
@Timeout(60)
class ThreadsTest {
  private static final EventSchema SCHEMA = EventSchema.named("e").int32("who").int32("n").build();

  interface Event {
    void log(int who, int n);
  }

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("threads.nlb");
  }

  private LogCounts log(ExecutorService threads, int tasks, int events) throws Exception {
    EventLog log = EventLog.to(file).buffer(1 << 20).open();
    Event event = log.declare(SCHEMA).as(MethodHandles.lookup(), Event.class);
    var running = new ArrayList<Future<?>>();
    for (int task = 0; task < tasks; task++) {
      int who = task;
      running.add(threads.submit(() -> logMany(event, who, events)));
    }
    for (var task : running) {
      task.get();
    }
    threads.shutdown();
    log.close();
    return log.counts();
  }

  private static void logMany(Event event, int who, int events) {
    for (int k = 0; k < events; k++) {
      event.log(who, k);
    }
  }

  /** Checks the order of each task's events and of all times; returns the number of events. */
  private static long check(LogReader log) throws IOException {
    Map<Integer, Integer> last = new HashMap<>();
    long count = 0;
    long time = Long.MIN_VALUE;
    for (EventCursor events = log.cursor(); events.next(); count++) {
      assertThat(events.timeNanos()).isGreaterThanOrEqualTo(time);
      time = events.timeNanos();
      assertThat(events.int32(1)).isGreaterThan(last.getOrDefault(events.int32(0), -1));
      last.put(events.int32(0), events.int32(1));
    }
    return count;
  }

  @Test
  void cursor_platformThreads_givesAllInOrder() throws Exception {
    int tasks = 20;
    int events = 10_000;
    LogCounts counts = log(Executors.newFixedThreadPool(tasks), tasks, events);

    try (LogReader log = LogReader.open(file)) {
      assertThat(check(log)).isEqualTo(counts.written());
      assertThat(counts.written() + counts.dropped()).isEqualTo((long) tasks * events);
      assertThat(log.streams()).allMatch(LogStream::complete);
      assertThat(log.streams().stream().mapToLong(LogStream::dropped).sum())
          .isEqualTo(counts.dropped());
      assertThat(log.losses()).isEmpty();
    }
  }

  /**
   * Threads run one after another and give lanes back. A thread that finds no ring ready shares
   * one.
   */
  @Test
  void cursor_manyShortThreads_givesAll() throws Exception {
    int threads = 60;
    try (EventLog log = EventLog.to(file).buffer(1 << 18).open()) {
      DeclaredEvent type = log.declare(SCHEMA);
      for (int k = 0; k < threads; k++) {
        int who = k;
        Thread thread = new Thread(() -> type.log(who, 0));
        thread.start();
        thread.join();
        if (k % 10 == 0) {
          Logs.flush(log);
        }
      }
    }
    try (LogReader log = LogReader.open(file)) {
      assertThat(check(log)).isEqualTo(threads);
      assertThat(log.streams()).hasSizeBetween(2, threads + 1).allMatch(LogStream::complete);
    }
  }

  @Test
  void cursor_virtualThreads_givesAllInOrder() throws Exception {
    ExecutorService threads = virtualThreads();
    int tasks = 2_000;
    int events = 50;
    LogCounts counts = log(threads, tasks, events);

    try (LogReader log = LogReader.open(file)) {
      assertThat(check(log)).isEqualTo(counts.written());
      assertThat(counts.written() + counts.dropped()).isEqualTo((long) tasks * events);
      assertThat(log.sources()).allMatch(source -> source.thread().equals("shared"));
    }
  }

  /**
   * Creates an executor by reflection, as tests are compiled for Java 17, which has no virtual
   * threads.
   */
  private static ExecutorService virtualThreads() throws ReflectiveOperationException {
    assumeTrue(Runtime.version().feature() >= 21, "virtual threads came with Java 21");
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }

  /** Calls during the closing of the log either write or do nothing; none fails. */
  @Test
  void close_whileOthersLog_disturbsNobody() throws Exception {
    EventLog log = EventLog.open(file);
    Event event = log.declare(SCHEMA).as(MethodHandles.lookup(), Event.class);
    List<Throwable> thrown = new ArrayList<>();
    Thread other = new Thread(() -> logMany(event, 1, 3_000_000));
    other.setUncaughtExceptionHandler((thread, e) -> thrown.add(e));
    other.start();
    Thread.sleep(5);
    log.close();
    other.join();

    assertThat(thrown).isEmpty();
    try (LogReader reader = LogReader.open(file)) {
      assertThat(check(reader)).isEqualTo(log.counts().written());
      assertThat(reader.losses()).isEmpty();
    }
  }
}
