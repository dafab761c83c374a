package io.flowgauge.activation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.log.LogEvent;
import io.flowgauge.log.trigger.TriggerEntry;
import io.flowgauge.log.trigger.TriggerFile;
import io.flowgauge.testsupport.Eventually;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class ActivationServiceTest {
  @TempDir Path folder;

  private ActivationServiceBuilder service() {
    return ActivationService.in(folder.resolve("service"), triggers());
  }

  private Path triggers() {
    return folder.resolve("app.triggers");
  }

  private List<TriggerEntry> entries() throws IOException {
    return TriggerFile.at(triggers()).read().entries();
  }

  private Consumer consumer(ActivationService service, String id) throws IOException {
    return new Consumer(service.receive(id), folder.resolve(id + ".nlb"));
  }

  private static List<Long> to(long end) {
    return LongStream.range(0, end).boxed().toList();
  }

  @Test
  void request_ofAName_bringsTheseEventsInOrder() throws Exception {
    try (ActivationService service = service().open();
        Application application = new Application(triggers())) {
      service.request(ActivationRequest.of("r1", "transfer.end"));
      application.awaitOn();
      application.logStart(1);
      application.logEnds(20_000);
      application.logOther(1);
      application.flush();
      try (Consumer consumer = consumer(service, "r1")) {
        consumer.takeUntil(20_000);

        assertThat(consumer.numbers()).isEqualTo(to(20_000));
        LogEvent first = consumer.events().get(0);
        assertThat(first.schema()).isEqualTo(Application.END);
        assertThat(first.source()).isPresent();
        assertThat(consumer.losses()).isEmpty();
      }
      assertThat(service.status("r1").waitingBytes()).isZero();
      assertThat(service.status("r1").events()).isEqualTo(20_000);
      assertThat(service.counts().damaged()).isZero();
    }
  }

  @Test
  void requests_severalOfOneStream_getWhatEachWants() throws Exception {
    try (ActivationService service = service().open();
        Application application = new Application(triggers())) {
      service.request(ActivationRequest.of("all", "*"));
      service.request(ActivationRequest.of("prefix", "transfer.*"));
      service.request(ActivationRequest.of("large", "transfer.*").where("BYTES>=990&n<5000"));
      application.awaitAllOn();
      application.logEnds(10_000);
      application.logStart(10_000);
      application.logOther(10_001);
      application.flush();
      try (Consumer all = consumer(service, "all");
          Consumer prefix = consumer(service, "prefix");
          Consumer large = consumer(service, "large")) {
        all.takeUntil(10_002);
        prefix.takeUntil(10_001);
        large.takeUntil(50);

        assertThat(all.numbers()).isEqualTo(to(10_002));
        assertThat(prefix.numbers()).isEqualTo(to(10_001));
        assertThat(large.numbers())
            .isEqualTo(to(5000).stream().filter(n -> n % Application.SIZES >= 990).toList());
        assertThat(large.take()).isFalse();
      }
    }
  }

  @Test
  void requests_theirLogsTogether_areReadWithoutLoss() throws Exception {
    try (ActivationService service = service().open();
        Application application = new Application(triggers())) {
      service.request(ActivationRequest.of("one", "*"));
      service.request(ActivationRequest.of("two", "*"));
      application.awaitOn();
      application.logEnds(100);
      application.flush();
      Path both = folder.resolve("both.nlb");
      try (Consumer one = new Consumer(service.receive("one"), both)) {
        one.takeUntil(100);
      }
      try (Consumer two = new Consumer(service.receive("two"), both)) {
        two.takeUntil(200);

        assertThat(two.losses()).isEmpty();
      }
    }
  }

  @Test
  void stream_whoseThreadEnds_isComplete() throws Exception {
    try (ActivationService service = service().open()) {
      service.request(ActivationRequest.of("r1", "*"));
      try (Application application = new Application(triggers())) {
        application.awaitOn();
        application.logEnds(10);
      }
      try (Consumer consumer = consumer(service, "r1")) {
        consumer.takeUntil(10);
        Eventually.await(
            "end",
            () -> {
              consumer.take();
              return consumer.streams().get(0).complete();
            });
      }
    }
  }

  @Test
  void cancel_knownRequest_switchesOffAndDeletes() throws Exception {
    try (ActivationService service = service().open();
        Application application = new Application(triggers())) {
      service.request(ActivationRequest.of("r1", "*"));
      application.awaitOn();

      assertThat(service.cancel("r1")).isTrue();
      assertThat(service.cancel("r1")).isFalse();

      application.awaitOff();
      assertThat(entries()).isEmpty();
      assertThat(service.requests()).isEmpty();
      assertThat(folder.resolve("service/requests/r1")).doesNotExist();
      assertThatThrownBy(() -> service.status("r1"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("there is no request r1");
    }
  }

  @Test
  void lease_over_endsTheEntryAndThenTheRequest() throws Exception {
    AtomicLong clock = new AtomicLong();
    ServiceSettings settings = ServiceSettings.USUAL.withClock(clock::get);
    try (ActivationService service = service().settings(settings).open();
        Application application = new Application(triggers())) {
      service.request(ActivationRequest.of("r1", "*").lease(Duration.ofSeconds(100)));
      application.awaitOn();
      application.logEnds(10);
      application.flush();
      Eventually.await("events", () -> service.requests().get(0).events() == 10);
      clock.addAndGet(Duration.ofSeconds(99).toNanos());
      assertThat(service.status("r1").active()).isTrue(); // Asking renews the lease.
      clock.addAndGet(Duration.ofSeconds(99).toNanos());
      assertThat(service.requests().get(0).leaseLeft()).isEqualTo(Duration.ofSeconds(1));

      clock.addAndGet(Duration.ofSeconds(1).toNanos());
      Eventually.await("end of lease", () -> !service.requests().get(0).active());

      application.awaitOff();
      try (Consumer late = consumer(service, "r1")) {
        late.takeUntil(10);
      }
      clock.addAndGet(Duration.ofSeconds(101).toNanos());
      Eventually.await("end of request", () -> service.requests().isEmpty());
    }
  }

  @Test
  void request_afterItsLease_collectsAgain() throws Exception {
    AtomicLong clock = new AtomicLong();
    ServiceSettings settings = ServiceSettings.USUAL.withClock(clock::get);
    ActivationRequest request = ActivationRequest.of("r1", "*").lease(Duration.ofSeconds(1));
    try (ActivationService service = service().settings(settings).open()) {
      service.request(request);
      clock.addAndGet(Duration.ofSeconds(1).toNanos());
      Eventually.await("end of lease", () -> !service.requests().get(0).active());

      assertThat(service.request(request).active()).isTrue();
      assertThat(entries()).hasSize(1);
    }
  }

  @Test
  void service_openedAgain_takesRequestsUpAndCleansStrays() throws Exception {
    ActivationRequest request = ActivationRequest.of("r1", "*");
    try (ActivationService service = service().open()) {
      service.request(request);
    }
    assertThat(entries()).as("closed service").isEmpty();
    String ours = "unix:" + folder.resolve("service/receive.sock").toAbsolutePath();
    TriggerFile.at(triggers()).add(TriggerEntry.of("*", ours).withId("stray"));
    TriggerFile.at(triggers()).add(TriggerEntry.of("*", "file:/x").withId("foreign"));

    try (ActivationService service = service().open()) {
      assertThat(service.requests()).extracting(RequestStatus::request).containsExactly(request);
      assertThat(entries())
          .extracting(entry -> entry.id().orElseThrow())
          .containsExactlyInAnyOrder("foreign", "r1");
    }
  }

  @Test
  void request_thatCannotBe_isRefusedInWords() throws Exception {
    TriggerFile.at(triggers()).add(TriggerEntry.of("*", "file:/x").withId("foreign"));
    try (ActivationService service = service().maxRequests(2).maxBuffer(1 << 20).open()) {
      ActivationRequest small = ActivationRequest.of("r1", "*").buffer(1 << 20);
      service.request(small);
      assertRefused(service, small.where("n>1"), "id r1 is taken by another request");
      assertRefused(
          service,
          ActivationRequest.of("foreign", "*").buffer(1 << 20),
          "id foreign is taken by another entry of " + triggers());
      assertRefused(
          service, ActivationRequest.of("r2", "*"), "bufferBytes must be at most 1048576, was");
      service.request(ActivationRequest.of("r2", "*").buffer(1 << 20).to("file:" + folder + "/f"));
      assertRefused(
          service,
          ActivationRequest.of("r3", "*").buffer(1 << 20),
          "there are already 2 requests, the most that this service accepts");
    }
    assertThatThrownBy(() -> ActivationRequest.of("../r1", "*")).hasMessageContaining("id must be");
    assertThatThrownBy(() -> ActivationRequest.of("r", "a*b")).hasMessageContaining("event must");
    assertThatThrownBy(() -> ActivationRequest.of("r", "a").where("n=1"))
        .hasMessageContaining("condition must be");
    assertThatThrownBy(() -> ActivationRequest.of("r", "a").to("udp://x:1"))
        .hasMessage("to must be connection or file:PATH, was 'udp://x:1'");
  }

  private static void assertRefused(
      ActivationService service, ActivationRequest request, String message) {
    assertThatThrownBy(() -> service.request(request))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void service_secondInTheFolder_isRefused() throws Exception {
    try (ActivationService service = service().open()) {
      assertThat(service.requests()).isEmpty();
      assertThatThrownBy(() -> service().open())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is in use by another activation service");
    }
  }

  @Test
  void receiver_newOne_takesOver() throws Exception {
    try (ActivationService service = service().open()) {
      service.request(ActivationRequest.of("r1", "*"));
      try (EventReceiver first = service.receive("r1");
          EventReceiver second = service.receive("r1")) {
        assertThat(second.next(Duration.ofMillis(1))).isEmpty();
        assertThatThrownBy(() -> first.next(Duration.ofMillis(1)))
            .isInstanceOf(IOException.class)
            .hasMessage("request r1 is now received by another receiver");
      }
    }
  }

  @Test
  void receiver_requestCancelledOrServiceClosed_saysWhich() throws Exception {
    ActivationService service = service().open();
    service.request(ActivationRequest.of("r1", "*"));
    service.request(ActivationRequest.of("r2", "*"));
    EventReceiver first = service.receive("r1");
    EventReceiver second = service.receive("r2");
    service.cancel("r1");
    service.close();

    assertThat(first.isFinished()).isTrue();
    assertThat(first.next(Duration.ofSeconds(1))).isEmpty();
    assertThat(second.isFinished()).isFalse();
    assertThatThrownBy(() -> second.next(Duration.ofSeconds(1)))
        .isInstanceOf(IOException.class)
        .hasMessage("request r2: its receiver is closed");
  }

  @Test
  void service_damagedRecords_areNamed() throws Exception {
    try (ActivationService service = service().open()) {
      service.request(ActivationRequest.of("r1", "*"));
    }
    Path home = folder.resolve("service/requests/r1");
    Files.writeString(home.resolve("streams.nlb"), "not the place of a stream");
    assertThatThrownBy(() -> service().open())
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("streams.nlb")
        .hasMessageContaining("the place of a stream");
    Files.writeString(home.resolve("request.json"), "{\"request\":{\"id\":7}}");
    assertThatThrownBy(() -> service().open())
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("request.json")
        .hasMessageContaining("id must be a text, was 7");
    Files.writeString(home.resolve("request.json"), "");
    assertThatThrownBy(() -> service().open())
        .isInstanceOf(IOException.class)
        .hasMessageContaining(home.resolve("request.json") + ": found nothing");
  }
}
