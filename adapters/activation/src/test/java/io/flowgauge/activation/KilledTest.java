package io.flowgauge.activation;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.LogEvent;
import io.flowgauge.log.trigger.TriggerFile;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Services and applications that are killed at any moment. */
@Timeout(600)
class KilledTest {
  /** Set to run for longer. */
  private static final int KILLS = Boolean.getBoolean("flowgauge.long") ? 30 : 2;

  private static final ActivationRequest ALL =
      ActivationRequest.of("r1", "transfer.end").lease(Duration.ofHours(1));

  @TempDir Path folder;

  private UnixDomainSocketAddress address() {
    return UnixDomainSocketAddress.of(folder.resolve("control.sock"));
  }

  private Path triggers() {
    return folder.resolve("app.triggers");
  }

  /** A service until it is killed. */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    try (ActivationService service =
        ActivationService.in(folder.resolve("service"), folder.resolve("app.triggers"))
            .listen(UnixDomainSocketAddress.of(folder.resolve("control.sock")))
            .open()) {
      Thread.sleep(TimeUnit.HOURS.toMillis(1));
      throw new IllegalStateException(service + " was not killed");
    }
  }

  private Child service() throws Exception {
    Child service = new Child(KilledTest.class, folder.toString());
    try (ActivationClient client = ActivationClient.to(address())) {
      Eventually.await("service", () -> isUp(client));
    } catch (AssertionError e) {
      service.kill();
      throw e;
    }
    return service;
  }

  private static boolean isUp(ActivationClient client) {
    try {
      return client.requests() != null;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void service_killedInTheMiddle_doublesNothingAndCountsWhatIsMissing() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Child service = service();
    Application application = new Application(triggers());
    try (ActivationClient client = ActivationClient.to(address());
        Consumer consumer = new Consumer(client.receive("r1"), folder.resolve("c.nlb"))) {
      client.request(ALL);
      application.awaitOn();
      for (int k = 0; k < KILLS; k++) {
        log(application, consumer, 200 + random.nextInt(200));
        service.kill();
        service = service();
      }
      log(application, consumer, 100);
      application.close();
      takeAll(consumer);

      check(consumer, application.logged(), application, seed);
    } finally {
      application.close();
      service.kill();
    }
  }

  private static void log(Application application, Consumer consumer, int rounds) throws Exception {
    for (int k = 0; k < rounds; k++) {
      application.logEnds(1 + k % 200);
      if (k % 50 == 0) {
        consumer.take();
      }
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  private static void takeAll(Consumer consumer) throws Exception {
    Eventually.await(
        "end of the stream",
        () -> {
          consumer.take();
          return consumer.streams().stream().anyMatch(stream -> stream.complete());
        });
  }

  private static void check(Consumer consumer, long logged, Application application, long seed)
      throws IOException {
    List<Long> numbers = consumer.numbers();
    assertThat(numbers).as("seed %d", seed).isSorted().doesNotHaveDuplicates();
    long lost = logged - numbers.size();
    assertThat(consumer.losses()).as("seed %d", seed).isEmpty();
    long counted = consumer.streams().get(0).dropped();
    assertThat(counted)
        .as("counted as missing, of %d logged, %s, seed %d", logged, application.log(), seed)
        .isGreaterThanOrEqualTo(lost);
    assertThat(counted - lost).as("counted without being missing").isLessThan(20_000L * KILLS);
    assertThat(lost).as("seed %d", seed).isLessThan(logged);
  }

  @Test
  void service_killed_entriesAreTakenOverOrRemoved() throws Exception {
    Child service = service();
    try (ActivationClient client = ActivationClient.to(address())) {
      client.request(ALL);
      client.request(ActivationRequest.of("r2", "*"));
    }
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
