package io.flowgauge.activation;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.activation.collect.EmptyBlocks;
import io.flowgauge.activation.collect.Spool;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.testsupport.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests whose events go to a file. */
@Timeout(180)
class FileOutletTest {
  @TempDir Path folder;

  private Path triggers() {
    return folder.resolve("app.triggers");
  }

  private ActivationService open() throws IOException {
    return ActivationService.in(folder.resolve("service"), triggers()).open();
  }

  private static List<Long> numbers(Path file) throws IOException {
    try (LogReader log = LogReader.open(file)) {
      List<LogEvent> events = log.events().toList();
      assertThat(log.losses()).isEmpty();
      return events.stream().map(e -> (Long) e.value("n").orElseThrow()).toList();
    }
  }

  private static List<Long> to(long end) {
    return LongStream.range(0, end).boxed().toList();
  }

  private static void log(ActivationService service, Application application, int events)
      throws Exception {
    application.awaitOn();
    application.logEnds(events);
    application.flush();
    Eventually.await("events", () -> service.status("r1").events() == application.logged());
  }

  @Test
  void file_serviceOpenedAgain_hasEveryBlockOnce() throws Exception {
    Path out = folder.resolve("out.nlb");
    ActivationRequest request = ActivationRequest.of("r1", "transfer.end").to("file:" + out);
    try (Application application = new Application(triggers())) {
      for (int k = 1; k <= 3; k++) {
        try (ActivationService service = open()) {
          service.request(request);
          log(service, application, 1000);
        }
      }
      try (ActivationService service = open()) {
        Eventually.await("rest", () -> service.status("r1").waitingBytes() == 0);
      }
    }
    assertThat(numbers(out)).isEqualTo(to(3000));
  }

  /** As if the service had died between appending blocks and recording its position. */
  @Test
  void file_withBlocksThatAreNotNoted_getsThemOnce() throws Exception {
    Path spoolFolder = Files.createDirectories(folder.resolve("spool"));
    Path out = folder.resolve("out.nlb");
    byte[] blocks = EmptyBlocks.of(10);
    Files.write(out, new byte[] {1, 2, 3}); // Content from before the request.
    try (Spool spool = EmptyBlocks.spool(spoolFolder, blocks)) {
      new FileOutlet(out, spool).close();
      Files.write(out, Arrays.copyOf(blocks, 96 * 3 + 50), StandardOpenOption.APPEND);

      try (FileOutlet outlet = new FileOutlet(out, spool)) {
        assertThat(outlet.position()).isEqualTo(96 * 3);
        outlet.forward(spool.read(outlet.position(), 1 << 20).orElseThrow());
      }
      assertThat(spool.unacknowledgedBytes()).isZero();
    }
    byte[] all = Files.readAllBytes(out);
    assertThat(Arrays.copyOf(all, 3)).containsExactly(1, 2, 3);
    assertThat(Arrays.copyOfRange(all, 3, all.length)).isEqualTo(blocks);
  }

  /** As {@code logrotate} does it. */
  @Test
  void file_movedOrDeleted_continuesInANewOne() throws Exception {
    Path spoolFolder = Files.createDirectories(folder.resolve("spool"));
    Path out = folder.resolve("out.nlb");
    Path moved = folder.resolve("out.nlb.1");
    byte[] blocks = EmptyBlocks.of(10);
    try (Spool spool = EmptyBlocks.spool(spoolFolder, blocks)) {
      try (FileOutlet outlet = new FileOutlet(out, spool)) {
        outlet.forward(spool.read(outlet.position(), 96 * 4).orElseThrow());
        Files.move(out, moved);
        outlet.forward(spool.read(outlet.position(), 96 * 3).orElseThrow());
        assertThat(Files.readAllBytes(out)).isEqualTo(Arrays.copyOfRange(blocks, 96 * 4, 96 * 7));
        Files.delete(out);
        outlet.forward(spool.read(outlet.position(), 96 * 2).orElseThrow());
      }
      try (FileOutlet outlet = new FileOutlet(out, spool)) {
        outlet.forward(spool.read(outlet.position(), 1 << 20).orElseThrow());
      }
      assertThat(spool.unacknowledgedBytes()).isZero();
    }
    assertThat(Files.readAllBytes(moved)).isEqualTo(Arrays.copyOf(blocks, 96 * 4));
    assertThat(Files.readAllBytes(out)).isEqualTo(Arrays.copyOfRange(blocks, 96 * 7, 960));
  }

  @Test
  void file_thatCannotBeWritten_isReportedAndTriedAgain() throws Exception {
    Path out = folder.resolve("late/out.nlb");
    try (ActivationService service = open();
        Application application = new Application(triggers())) {
      service.request(ActivationRequest.of("r1", "transfer.end").to("file:" + out));
      log(service, application, 100);
      Eventually.await("report", () -> service.status("r1").failure().isPresent());
      assertThat(service.status("r1").failure().orElseThrow()).contains("NoSuchFile");
      Files.createDirectories(out.getParent());
      Eventually.await("rest", () -> service.status("r1").waitingBytes() == 0);

      assertThat(service.status("r1").failure()).isEmpty();
      assertThat(numbers(out)).isEqualTo(to(100));
    }
  }
}
