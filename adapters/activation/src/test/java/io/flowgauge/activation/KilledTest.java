package io.flowgauge.activation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.read.LogStream;
import io.flowgauge.log.trigger.TriggerFile;
import io.flowgauge.testsupport.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Services and applications that are killed at any moment. */
@Timeout(600)
class KilledTest {
  /** Number of kills; more if the system property {@code flowgauge.long} is true. */
  private static final int KILLS = Boolean.getBoolean("flowgauge.long") ? 30 : 2;

  private static final ActivationRequest ALL =
      ActivationRequest.of("r1", "transfer.end").lease(Duration.ofHours(1));

  @TempDir Path folder;

  private Path triggers() {
    return folder.resolve("app.triggers");
  }

  /** Runs a service until it is killed; its further arguments name the requests to make. */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    try (ActivationService service =
        ActivationService.in(folder.resolve("service"), folder.resolve("app.triggers")).open()) {
      for (int k = 1; k < args.length; k++) {
        service.request(
            ActivationRequest.of(args[k], "transfer.*")
                .to("file:" + folder.resolve(args[k] + ".nlb"))
                .lease(Duration.ofHours(1)));
      }
      Files.createFile(folder.resolve("up"));
      Thread.sleep(TimeUnit.HOURS.toMillis(1));
      throw new IllegalStateException(service + " was not killed");
    }
  }

  private Child service(String... requests) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(folder.toString()));
    arguments.addAll(List.of(requests));
    Files.deleteIfExists(folder.resolve("up"));
    Child service = new Child(KilledTest.class, arguments.toArray(String[]::new));
    try {
      Eventually.await("service", () -> Files.exists(folder.resolve("up")));
    } catch (AssertionError e) {
      service.kill();
      throw e;
    }
    return service;
  }

  @Test
  void service_killedInTheMiddle_losesAndDoublesNothing() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Child service = service("r1", "r2");
    try {
      long logged;
      try (Application application = new Application(triggers())) {
        application.awaitOn();
        for (int k = 0; k < KILLS; k++) {
          log(application, 100 + random.nextInt(100));
          service.kill();
          log(application, random.nextInt(20));
          service = service("r1", "r2");
        }
        log(application, 100);
        logged = application.logged();
      }
      check("r1", logged, seed);
      check("r2", logged, seed);
    } finally {
      service.kill();
    }
  }

  /** The C writer, too, resends what the service has not confirmed. */
  @Test
  void service_killedInTheMiddle_losesNothingOfCPrograms() throws Exception {
    Path program = compiled();
    Random random = new Random();
    Child service = service("r1");
    Process application =
        new ProcessBuilder(program.toString(), triggers().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      for (int k = 0; k < KILLS; k++) {
        Thread.sleep(500 + random.nextInt(300));
        service.kill();
        Thread.sleep(random.nextInt(50));
        service = service("r1");
      }
      application.getOutputStream().close();
      String logged = new String(application.getInputStream().readAllBytes(), UTF_8).strip();
      assertThat(application.waitFor()).isZero();
      assertThat(Long.parseLong(logged)).isPositive();
      check("r1", Long.parseLong(logged), 0);
    } finally {
      application.destroyForcibly();
      service.kill();
    }
  }

  private Path compiled() throws Exception {
    Path made = folder.resolve("numbered");
    Path writer = Path.of("../../native/log/src/main/c");
    Process compiler =
        new ProcessBuilder(
                "gcc",
                "-std=c11",
                "-O2",
                "-pthread",
                "-D_GNU_SOURCE",
                "-I" + writer,
                "src/test/c/numbered.c",
                writer.resolve("flowgauge_log.c").toString(),
                "-o",
                made.toString())
            .inheritIO()
            .start();
    assertThat(compiler.waitFor()).isZero();
    return made;
  }

  private static void log(Application application, int rounds) throws Exception {
    for (int k = 0; k < rounds; k++) {
      application.logEnds(1 + k % 200);
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  private void check(String request, long logged, long seed) throws Exception {
    Path file = folder.resolve(request + ".nlb");
    Eventually.await("end of the stream", () -> isComplete(file));
    try (LogReader log = LogReader.open(file)) {
      // isEqualTo compares equal lists much faster than element-wise assertions do.
      assertThat(log.events().map(event -> (Long) event.value("n").orElseThrow()).toList())
          .as("%s, seed %d", request, seed)
          .isEqualTo(LongStream.range(0, logged).boxed().toList());
      assertThat(log.losses()).as("seed %d", seed).isEmpty();
      assertThat(log.streams().get(0).dropped()).as("seed %d", seed).isZero();
    }
  }

  private static boolean isComplete(Path file) throws IOException {
    try (LogReader log = LogReader.open(file)) {
      return log.streams().stream().anyMatch(LogStream::complete);
    }
  }

  @Test
  void service_killed_entriesAreTakenOverOrRemoved() throws Exception {
    Child service = service("r1", "r2");
    service.kill();
    assertThat(TriggerFile.at(triggers()).read().entries()).hasSize(2);
    Files.delete(folder.resolve("service/requests/r2/request.json"));

    try (Child next = service()) {
      assertThat(TriggerFile.at(triggers()).read().entries())
          .extracting(entry -> entry.id().orElseThrow())
          .containsExactly("r1");
      next.kill();
    }
  }

  @Test
  void application_killedAndStartedAgain_isHeardAgain() throws Exception {
    try (ActivationService service =
            ActivationService.in(folder.resolve("service"), triggers()).open();
        Consumer consumer = receive(service)) {
      for (int k = 1; k <= 2; k++) {
        int runs = k;
        try (Child application = new Child(Application.class, triggers().toString())) {
          Eventually.await(
              "events of run " + k,
              () -> {
                consumer.take();
                return consumer.streams().size() == runs
                    && consumer.streams().get(runs - 1).events() > 500;
              });
          application.kill();
        }
      }
      Eventually.await("rest", () -> !consumer.take());

      assertGapless(consumer.events());
      assertThat(consumer.losses()).isEmpty();
    }
  }

  private Consumer receive(ActivationService service) throws IOException {
    service.request(ALL);
    return new Consumer(service.receive("r1"), folder.resolve("c.nlb"));
  }

  private static void assertGapless(List<LogEvent> events) {
    Map<Long, Long> next = new HashMap<>();
    Set<Long> processes = new HashSet<>();
    for (LogEvent event : events) {
      long process = event.source().orElseThrow().processId();
      processes.add(process);
      assertThat(event.value("n")).contains(next.getOrDefault(process, 0L));
      next.merge(process, 1L, (n, one) -> n == 0 ? one : n + one);
    }
    assertThat(processes).hasSize(2);
  }
}
