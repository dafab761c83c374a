package io.flowgauge.activation;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.testsupport.Eventually;
import io.flowgauge.testsupport.SmallDisk;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Buffers at their limit, and full disks. */
@Timeout(180)
class FullDiskTest {
  private static final int BUFFER = 1 << 20;

  @TempDir Path folder;

  private Path triggers() {
    return folder.resolve("app.triggers");
  }

  private ActivationServiceBuilder service() {
    return ActivationService.in(folder.resolve("service"), triggers());
  }

  private static ActivationRequest request() {
    return ActivationRequest.of("r1", "transfer.end").buffer(BUFFER);
  }

  private static long bytes(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(Path::toFile).filter(File::isFile).mapToLong(File::length).sum();
    }
  }

  /** Logs until events have been refused, and some more. */
  private static void overfill(Application application, ActivationService service)
      throws Exception {
    for (int k = 0; k < 30; k++) {
      application.logEnds(10_000);
      application.flush();
    }
    Eventually.await(
        "all events",
        () -> {
          RequestStatus status = service.status("r1");
          return status.events() + status.refusedEvents() + status.missingEvents()
              == application.logged();
        });
    assertThat(service.status("r1").refusedEvents()).isPositive();
    assertThat(application.log().counts().dropped()).isZero();
  }

  @Test
  void buffer_full_refusesTheNewestAndCounts() throws Exception {
    try (ActivationService service = service().open()) {
      Application application = new Application(triggers());
      service.request(request());
      application.awaitOn();
      overfill(application, service);
      RequestStatus full = service.status("r1");
      assertThat(bytes(folder.resolve("service/requests/r1/spool"))).isLessThan(BUFFER + 4096);

      try (Consumer consumer = new Consumer(service.receive("r1"), folder.resolve("c.nlb"))) {
        consumer.takeUntil(full.events());
        assertThat(consumer.last().refusedEvents()).isEqualTo(full.refusedEvents());
        assertThat(consumer.numbers()).isSorted().doesNotHaveDuplicates();
        application.logEnds(1000);
        consumer.takeUntil(full.events() + 1000);
        application.close();
        Eventually.await("end", () -> consumer.take() && consumer.streams().get(0).complete());

        assertThat(consumer.streams().get(0).dropped()).isEqualTo(full.refusedEvents());
        assertThat(consumer.streams().get(0).events()).isEqualTo(full.events() + 1000);
        assertThat(consumer.losses()).isEmpty();
      }
    }
  }

  @Test
  void disk_full_isReportedAndSurvived() throws Exception {
    AtomicBoolean full = new AtomicBoolean();
    ServiceSettings settings = ServiceSettings.USUAL.withFiles(path -> new Failing(path, full));
    try (ActivationService service = service().settings(settings).open();
        Application application = new Application(triggers())) {
      service.request(request());
      application.awaitOn();
      application.logEnds(1000);
      Eventually.await("buffer", () -> service.status("r1").events() == 1000);
      full.set(true);
      application.logEnds(1000);
      application.flush();
      Eventually.await("refusal", () -> service.status("r1").refusedEvents() == 1000);
      assertThat(service.status("r1").failure().orElseThrow()).contains("No space left");
      Eventually.await("report", () -> service.counts().failure().isPresent());
      full.set(false);
      application.logEnds(1000);

      try (Consumer consumer = new Consumer(service.receive("r1"), folder.resolve("c.nlb"))) {
        consumer.takeUntil(2000);

        assertThat(consumer.numbers()).contains(0L, 999L, 2000L, 2999L).doesNotContain(1000L);
        assertThat(consumer.losses()).isEmpty();
        assertThat(consumer.streams().get(0).dropped()).isEqualTo(1000);
      }
      assertThat(service.status("r1").failure()).isEmpty();
      Eventually.await("recovery", () -> service.counts().failure().isEmpty());
    }
  }

  /** On a real disk of 3 MiB; skipped where a tmpfs cannot be mounted. */
  @Test
  void disk_reallyFull_isReportedAndSurvived() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    try (SmallDisk small = SmallDisk.mount(disk, 3 << 20);
        ActivationService service =
            ActivationService.in(disk.resolve("service"), triggers()).open();
        Application application = new Application(triggers())) {
      assertThat(small).isNotNull();
      service.request(request().buffer(64 << 20));
      application.awaitOn();
      overfill(application, service);
      RequestStatus full = service.status("r1");
      assertThat(full.failure().orElseThrow()).contains("No space left");
      try (Consumer consumer = new Consumer(service.receive("r1"), folder.resolve("c.nlb"))) {
        consumer.takeUntil(full.events());
        Eventually.await("room", () -> bytes(disk) < 1 << 20);
        application.logEnds(1000);
        consumer.takeUntil(full.events() + 1000);

        assertThat(consumer.numbers()).isSorted().doesNotHaveDuplicates();
        assertThat(consumer.losses()).isEmpty();
        assertThat(consumer.streams().get(0).dropped()).isEqualTo(full.refusedEvents());
        assertThat(service.status("r1").failure()).isEmpty();
      }
    }
  }

  /** A file that writes only part of the data when the disk is full, as real files do. */
  private static final class Failing extends RandomAccessFile {
    private final AtomicBoolean full;

    Failing(Path path, AtomicBoolean full) throws IOException {
      super(path.toFile(), "rw");
      this.full = full;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (full.get()) {
        super.write(bytes, offset, length / 2);
        throw new IOException("No space left on device");
      }
      super.write(bytes, offset, length);
    }
  }
}
