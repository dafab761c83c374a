package io.flowgauge.log.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.read.LogStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever one destination does, each event arrives or is counted, and the other destinations get
 * theirs.
 */
@Timeout(120)
class DeliveryTest {
  private static final EventSchema SCHEMA =
      EventSchema.named("e").int64("n").string("text").constant("PROG", "test").build();

  /** Large enough for the good file to get everything even on a busy machine. */
  private static final int RING = 1 << 24;

  private static final String TEXT = "a text of some length, so that the rings fill";

  interface Event {
    void log(long n, String text);
  }

  @TempDir Path folder;
  private Path triggers;
  private Path good;
  private Path received;
  private long logged;

  @BeforeEach
  void name() {
    triggers = folder.resolve("triggers");
    good = folder.resolve("good.nlb");
    received = folder.resolve("received.nlb");
  }

  /** Opens a log of all events to the given destinations. */
  private EventLog open(String... to) throws IOException {
    List<String> entries = new ArrayList<>();
    for (String each : to) {
      entries.add("event=* to=" + each);
    }
    Files.write(triggers, entries);
    return EventLog.triggeredBy(triggers)
        .pollEvery(Duration.ofMillis(5))
        .flushEvery(Duration.ofMillis(20))
        .buffer(RING)
        .open();
  }

  private static DeclaredEvent declare(EventLog log) throws InterruptedException {
    DeclaredEvent type = log.declare(SCHEMA);
    await(type::isEnabled);
    return type;
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(1);
    }
  }

  private void log(DeclaredEvent type, int events) {
    for (int k = 0; k < events; k++) {
      type.log(logged++, TEXT);
    }
  }

  /** Logs slowly enough for a file to get all events. */
  private void logGently(DeclaredEvent type, int events) throws InterruptedException {
    for (int k = 0; k < events; k += 1000) {
      log(type, 1000);
      Thread.sleep(1);
    }
  }

  private static DestinationCounts counts(EventLog log, String to) {
    return log.destinations().stream().filter(c -> c.to().equals(to)).findAny().orElseThrow();
  }

  /** Numbers of events in a file, of events it reports as dropped, and of missing ones. */
  private record Found(long events, long dropped, long lost) {
    long all() {
      return events + dropped + lost;
    }
  }

  private static Found read(Path file) throws IOException {
    try (LogReader log = LogReader.open(file)) {
      long events = 0;
      for (EventCursor each = log.cursor(); each.next(); ) {
        events++;
      }
      long dropped = log.streams().stream().mapToLong(LogStream::dropped).sum();
      long lost = log.streams().stream().mapToLong(LogStream::lost).sum();
      return new Found(events, dropped, lost);
    }
  }

  private void requireAll(EventLog log, String to) {
    DestinationCounts counts = counts(log, to);
    assertThat(counts.written() + counts.dropped()).as(counts.toString()).isEqualTo(logged);
  }

  @Test
  void isEnabled_true_destinationIsListed() throws Exception {
    Files.writeString(triggers, "event=* to=file:" + good);
    Duration never = Duration.ofDays(1);
    try (EventLog log = EventLog.triggeredBy(triggers).pollEvery(never).flushEvery(never).open()) {
      declare(log);
      assertThat(log.destinations()).extracting(DestinationCounts::to).contains("file:" + good);
    }
  }

  @Test
  void log_overTcpAndUnix_arrives() throws Exception {
    Path other = folder.resolve("other.nlb");
    try (Receiver tcp = Receiver.tcp(received);
        Receiver unix = Receiver.unix(folder.resolve("socket"), other)) {
      EventLog log = open(tcp.to(), unix.to(), "file:" + good);
      DeclaredEvent type = declare(log);
      logGently(type, 100_000);
      assertThat(log.flush()).isTrue();
      log.close();
      tcp.awaitEnd();
      unix.awaitEnd();
      for (Path each : List.of(received, other, good)) {
        Found found = read(each);
        assertThat(found.lost()).isZero();
        assertThat(found.all()).isEqualTo(logged);
      }
      requireAll(log, tcp.to());
      requireAll(log, unix.to());
      requireAll(log, "file:" + good);
      assertThat(read(good).events()).isEqualTo(counts(log, "file:" + good).written());
      assertThat(read(received).events()).isEqualTo(counts(log, tcp.to()).written());
    }
  }

  /** The ring buffers about a second, the queue some more; then events are dropped. */
  @Test
  void log_receiverStopsReading_othersGetAllAndItTheRest() throws Exception {
    try (Receiver slow = Receiver.tcp(received)) {
      EventLog log = open(slow.to(), "file:" + good);
      DeclaredEvent type = declare(log);
      log(type, 10);
      await(() -> slow.received() > 0);
      slow.stopReading();
      while (counts(log, slow.to()).dropped() == 0) {
        logGently(type, 10_000);
      }
      slow.goOn();
      logGently(type, 20_000);
      log.close();
      slow.awaitEnd();

      Found found = read(received);
      assertThat(found.dropped()).isPositive();
      assertThat(found.lost()).isZero();
      assertThat(found.all()).isEqualTo(logged);
      requireAll(log, slow.to());
      assertThat(found.events()).isEqualTo(counts(log, slow.to()).written());
      assertThat(read(good)).isEqualTo(new Found(logged, 0, 0));
    }
  }

  /** Closing waits some seconds for the receiver, then gives up. */
  @Test
  void close_receiverReadsNoMore_endsAndCounts() throws Exception {
    try (Receiver slow = Receiver.tcp(received)) {
      EventLog log = open(slow.to(), "file:" + good);
      DeclaredEvent type = declare(log);
      slow.stopReading();
      logGently(type, 200_000);
      long began = System.nanoTime();
      log.close();
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(30));
      slow.awaitEnd();

      requireAll(log, slow.to());
      assertThat(counts(log, slow.to()).dropped()).isPositive();
      assertThat(read(received).events()).isEqualTo(counts(log, slow.to()).written());
      assertThat(read(good)).isEqualTo(new Found(logged, 0, 0));
    }
  }

  @Test
  void log_nobodyListens_dropsAllForItAndNoneForOthers() throws Exception {
    String dead;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      dead = "tcp://127.0.0.1:" + socket.getLocalPort();
    }
    EventLog log = open(dead, "file:" + good, "unix:" + folder.resolve("none"));
    DeclaredEvent type = declare(log);
    logGently(type, 200_000);
    assertThat(counts(log, dead).failure()).isPresent();
    assertThat(log.flush()).isFalse();
    log.close();

    assertThat(counts(log, dead).dropped()).isEqualTo(logged);
    assertThat(counts(log, "unix:" + folder.resolve("none")).dropped()).isEqualTo(logged);
    assertThat(read(good)).isEqualTo(new Found(logged, 0, 0));
    assertThat(log.counts().written() + log.counts().dropped()).isEqualTo(3 * logged);
  }

  /**
   * The first receiver did not confirm what it has stored, so the second gets the last part again.
   */
  @Test
  void log_receiverComesBack_getsTheLastOnceMore() throws Exception {
    Path second = folder.resolve("second.nlb");
    EventLog log;
    int port;
    String to;
    DeclaredEvent type;
    try (Receiver first = Receiver.tcp(received)) {
      to = first.to();
      port = first.port();
      log = open(to);
      type = declare(log);
      for (int k = 0; k < 7; k++) {
        log(type, 10);
        assertThat(log.flush()).isTrue();
      }
      await(() -> first.received() == counts(log, to).bytes());
    }
    log(type, 100);
    await(() -> counts(log, to).failure().isPresent());
    try (Receiver other = Receiver.tcp(port, second)) {
      await(() -> counts(log, to).failure().isEmpty());
      log(type, 10);
      log.close();
      other.awaitEnd();
    }
    assertThat(read(received)).isEqualTo(new Found(70, 0, 0));
    assertThat(read(second)).isEqualTo(new Found(180, 0, 0));
    try (LogReader both = LogReader.open(received, second)) {
      assertThat(both.losses()).isEmpty();
      assertThat(both.events().map(e -> (Long) e.value(0)).toList())
          .isSorted()
          .hasSize((int) logged);
    }
    requireAll(log, to);
  }

  @Test
  void log_deviceFull_dropsAllForItAndNoneForOthers() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full), "there is no /dev/full");
    EventLog log = open("file:" + full, "file:" + good);
    DeclaredEvent type = declare(log);
    logGently(type, 100_000);
    log.close();

    assertThat(counts(log, "file:" + full).dropped()).isEqualTo(logged);
    assertThat(read(good)).isEqualTo(new Found(logged, 0, 0));
  }

  /** Opening a pipe that nobody reads blocks and cannot be interrupted. */
  @Test
  void log_pipeNobodyReads_hindersNobody() throws Exception {
    Path pipe = folder.resolve("pipe");
    assumeTrue(makePipe(pipe), "there is no mkfifo");
    EventLog log = open("file:" + pipe, "file:" + good);
    DeclaredEvent type = declare(log);
    logGently(type, 100_000);
    log.close();

    assertThat(counts(log, "file:" + pipe).dropped()).isEqualTo(logged);
    assertThat(read(good)).isEqualTo(new Found(logged, 0, 0));
    Files.newInputStream(pipe).close();
  }

  private static boolean makePipe(Path pipe) throws InterruptedException {
    try {
      return new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void log_destinationLeavesWhileStuck_isForgottenAfterAWhile() throws Exception {
    try (Receiver slow = Receiver.tcp(received)) {
      EventLog log = open(slow.to(), "file:" + good);
      DeclaredEvent type = declare(log);
      slow.stopReading();
      logGently(type, 200_000);
      Files.write(triggers, List.of("event=* to=file:" + good));
      await(() -> log.destinations().size() == 1);
      logGently(type, 10_000);
      log.close();
      slow.awaitEnd();
      assertThat(read(good)).isEqualTo(new Found(logged, 0, 0));
      assertThat(log.counts().written()).isEqualTo(logged + read(received).events());
      assertThat(log.counts().written() + log.counts().dropped()).isEqualTo(2 * logged - 10_000);
    }
  }

  /** After failures of any kind the sink is opened again and no event is lost. */
  @Test
  void log_sinkOfAProvider_isTriedAgain() throws Exception {
    EventLog log = open("test:" + received);
    DeclaredEvent type = declare(log);
    for (int k = 0; k < 5; k++) {
      log(type, 10);
      log.flush();
      await(() -> log.counts().written() == logged);
    }
    log.close();

    assertThat(read(received)).isEqualTo(new Found(logged, 0, 0));
    requireAll(log, "test:" + received);
  }

  @Test
  void log_manyThreads_allArriveOrAreCounted() throws Exception {
    int threads = 8;
    int events = 50_000;
    try (Receiver tcp = Receiver.tcp(received)) {
      EventLog log = open(tcp.to(), "file:" + good);
      declare(log);
      Event event = log.declare(SCHEMA).as(MethodHandles.lookup(), Event.class);
      ExecutorService pool = pool(threads);
      List<Future<?>> running = new ArrayList<>();
      for (int k = 0; k < threads; k++) {
        running.add(pool.submit(() -> logMany(event, events)));
      }
      for (Future<?> each : running) {
        each.get();
      }
      pool.shutdown();
      log.close();
      tcp.awaitEnd();
      logged = (long) threads * events;
      requireAll(log, tcp.to());
      requireAll(log, "file:" + good);
      assertThat(read(received).all()).isEqualTo(logged);
      assertThat(read(good).all()).isEqualTo(logged);
    }
  }

  /** Returns an executor, with virtual threads if Java has them. */
  private static ExecutorService pool(int threads) throws ReflectiveOperationException {
    return Runtime.version().feature() < 21
        ? Executors.newFixedThreadPool(threads)
        : (ExecutorService)
            Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }

  private static void logMany(Event event, int events) {
    for (int k = 0; k < events; k++) {
      event.log(k, TEXT);
    }
  }
}
