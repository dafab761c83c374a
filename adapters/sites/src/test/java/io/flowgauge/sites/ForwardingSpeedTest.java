package io.flowgauge.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.activation.ActivationRequest;
import io.flowgauge.log.read.LogReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * How many events a site receives and forwards per second of processor time while they are logged,
 * including its copy on disk and TLS on both sides. Only with {@code -Dflowgauge.long=true}; ten
 * minutes.
 */
@EnabledIfSystemProperty(named = "flowgauge.long", matches = "true")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ForwardingSpeedTest {
  private static final String PLACE = "siteA/node1";

  /** Rounds; JIT compilers are done after about six. */
  private static final int ROUNDS = 10;

  private static final int EVENTS = 60_000_000;
  private static final double TICKS_PER_SECOND = 100;
  private static final int UTIME = 11;

  @TempDir private Path folder;
  private Laboratory lab;

  @BeforeEach
  void found() throws Exception {
    lab = new Laboratory(folder);
  }

  @AfterEach
  void close() throws Exception {
    lab.close();
  }

  @Test
  void site_passesEventsOn_inLittleTime() throws Exception {
    ServedElsewhere node = lab.opened(new ServedElsewhere(lab, "node/" + PLACE, null));
    Path nodes = Files.writeString(folder.resolve("nodes"), "node1 " + node.address() + "\n");
    ServedElsewhere site = lab.opened(new ServedElsewhere(lab, "site/siteA", nodes));
    Sites sites = lab.opened(Sites.connect(lab.identity("user/alice"), site.address()));
    ActivationRequest request =
        ActivationRequest.of("r1", "transfer.end").buffer(1L << 32).lease(Duration.ofHours(1));
    try (LoggingProgram program =
        new LoggingProgram(lab.events("node/" + PLACE).resolve("triggers"))) {
      sites.lease(Duration.ofHours(1)).events(request).close();
      program.awaitOn();
      for (int round = 0; round < ROUNDS; round++) {
        double begun = seconds(site.pid());
        program.log(EVENTS);
        long bytes = receive(sites, request, EVENTS);
        double used = seconds(site.pid()) - begun;
        System.out.printf(
            "a site passes on %.1f million events of %.1f bytes in a second of processor time%n",
            EVENTS / used / 1e6, (double) bytes / EVENTS);
        assertThat(used).isPositive();
      }
    }
  }

  /** Receives the wanted number of events; returns their size in bytes. */
  private long receive(Sites sites, ActivationRequest request, long wanted) throws Exception {
    Path file = folder.resolve("received.nlb");
    Files.deleteIfExists(file);
    long bytes = 0;
    try (RemoteEvents events = sites.lease(Duration.ofHours(1)).events(request);
        FileChannel to =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      Optional<PlacedDelivery> next = events.next(Duration.ofSeconds(10));
      while (next.isPresent()) {
        next.get().delivery().appendTo(to);
        events.acknowledge(next.get());
        next = events.next(Duration.ofSeconds(2));
      }
      bytes = to.size();
    }
    assertThat(count(file)).isEqualTo(wanted);
    return bytes;
  }

  private static long count(Path file) throws IOException {
    try (LogReader log = LogReader.open(file)) {
      return log.streams().stream().mapToLong(stream -> stream.events()).sum();
    }
  }

  private static double seconds(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", "" + pid, "stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[UTIME]) + Long.parseLong(fields[UTIME + 1])) / TICKS_PER_SECOND;
  }
}
