package io.flowgauge.activation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Consumers that come by a socket. */
@Timeout(180)
class RemoteTest {
  private static final ActivationRequest ENDS = ActivationRequest.of("r1", "transfer.end");

  @TempDir Path folder;

  private ActivationService open(int port) throws IOException {
    return ActivationService.in(folder.resolve("service"), triggers())
        .listen(port)
        .filesBelow(folder.resolve("out"))
        .open();
  }

  private Path triggers() {
    return folder.resolve("app.triggers");
  }

  private static int port(ActivationService service) {
    return ((InetSocketAddress) service.addresses().get(0)).getPort();
  }

  private ActivationClient client(ActivationService service) throws IOException {
    return ActivationClient.to(port(service), folder.resolve("service/token"));
  }

  private static List<Long> to(long end) {
    return LongStream.range(0, end).boxed().toList();
  }

  @Test
  void client_callByCall_hasTheMeaningOfTheService() throws Exception {
    try (ActivationService service = open(0);
        ActivationClient client = client(service)) {
      ActivationRequest other = ActivationRequest.of("r2", "disk.*").where("n<5").to("tcp://h:1");
      assertThat(client.request(ENDS)).extracting(RequestStatus::request).isEqualTo(ENDS);
      client.request(other);

      assertThat(client.requests())
          .extracting(RequestStatus::request)
          .containsExactly(ENDS, other)
          .isEqualTo(service.requests().stream().map(RequestStatus::request).toList());
      assertThat(client.status("r1").active()).isTrue();
      assertThatThrownBy(() -> client.request(ENDS.where("n>1")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("id r1 is taken by another request");
      assertThatThrownBy(
              () -> client.request(ActivationRequest.of("r3", "*").to("tcp://192.0.2.1:1")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("is not on this machine alone, which needs TLS");
      assertThatThrownBy(() -> client.status("r3"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("there is no request r3");
      assertThat(client.cancel("r1")).isTrue();
      assertThat(client.cancel("r1")).isFalse();
      assertThat(service.requests()).hasSize(1);
    }
  }

  @Test
  void client_unixSocket_isServed() throws Exception {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("control.sock"));
    try (ActivationService service =
            ActivationService.in(folder.resolve("service"), triggers()).listen(address).open();
        ActivationClient client = ActivationClient.to(address)) {
      client.request(ENDS);
      assertThat(service.status("r1").request()).isEqualTo(ENDS);
    }
    assertThat(Files.exists(address.getPath())).isFalse();
  }

  @Test
  void files_forConsumersFromAfar_onlyWhereAllowed() throws Exception {
    Files.createDirectories(folder.resolve("out"));
    try (ActivationService service = open(0);
        ActivationClient client = client(service)) {
      client.request(ENDS.to("file:" + folder.resolve("out/x.nlb")));
      String beside = "file:" + folder.resolve("out/../y.nlb");
      assertThatThrownBy(() -> client.request(ActivationRequest.of("r2", "*").to(beside)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("writes no files for consumers except below");
    }
  }

  @Test
  void receiver_sevenMegabytes_getsAllInOrder() throws Exception {
    try (ActivationService service = open(0);
        ActivationClient client = client(service);
        Application application = new Application(triggers())) {
      client.request(ENDS);
      application.awaitOn();
      for (int k = 0; k < 50; k++) {
        application.logEnds(10_000);
        application.flush();
      }
      try (Consumer consumer = new Consumer(client.receive("r1"), folder.resolve("c.nlb"))) {
        consumer.takeUntil(500_000);

        assertThat(consumer.numbers()).isEqualTo(to(500_000));
        assertThat(consumer.losses()).isEmpty();
      }
      Eventually.await("acknowledgement", () -> service.status("r1").waitingBytes() == 0);
    }
  }

  @Test
  void receiver_fasterThanTheApplication_waits() throws Exception {
    try (ActivationService service = open(0);
        ActivationClient client = client(service);
        Application application = new Application(triggers());
        Consumer consumer = new Consumer(client.receive("r1"), folder.resolve("c.nlb"))) {
      client.request(ENDS);
      application.awaitOn();
      for (int k = 1; k <= 20; k++) {
        application.logEnds(10);
        consumer.takeUntil(10L * k);
      }
      assertThat(consumer.numbers()).isEqualTo(to(200));
    }
  }

  @Test
  void consumer_returnsWithoutMemory_goesOnAfterTheAcknowledged() throws Exception {
    try (ActivationService service = open(0);
        ActivationClient client = client(service);
        Application application = new Application(triggers())) {
      client.request(ENDS);
      application.awaitOn();
      application.logEnds(100);
      try (Consumer first = new Consumer(client.receive("r1"), folder.resolve("c.nlb"))) {
        first.takeUntil(100);
      }
      application.logEnds(100);
      application.flush();
      try (EventReceiver dead = client.receive("r1")) {
        Eventually.await("delivery", () -> dead.next(Duration.ofMillis(100)).isPresent());
      } // Without acknowledgement.
      application.logEnds(100);
      try (Consumer second = new Consumer(client.receive("r1"), folder.resolve("c.nlb"))) {
        second.takeUntil(300);

        assertThat(second.numbers()).isEqualTo(to(300));
      }
    }
  }

  @Test
  void consumer_returnsWithItsPosition_goesOnThere() throws Exception {
    try (ActivationService service = open(0);
        ActivationClient client = client(service);
        Application application = new Application(triggers())) {
      client.request(ENDS);
      application.awaitOn();
      application.logEnds(100);
      application.flush();
      long seen;
      try (EventReceiver first = client.receive("r1")) {
        seen = await(first).end();
      } // Without acknowledgement, but kept.
      application.logEnds(1);
      try (EventReceiver second = client.receive("r1", seen)) {
        assertThat(await(second).begin()).isEqualTo(seen);
      }
      try (EventReceiver astray = client.receive("r1", seen + 7)) {
        assertThatThrownBy(() -> astray.next(Duration.ofSeconds(5)))
            .isInstanceOf(IOException.class)
            .hasMessageContaining(
                "position " + (seen + 7) + " of the spool is not the beginning of a block");
      }
      try (EventReceiver ahead = client.receive("r1", 1L << 40)) {
        assertThatThrownBy(() -> ahead.next(Duration.ofSeconds(5)))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("position must be from 0 to");
      }
    }
  }

  private static EventDelivery await(EventReceiver receiver) throws Exception {
    Optional<EventDelivery> next = Optional.empty();
    while (next.isEmpty()) {
      next = receiver.next(Duration.ofMillis(100));
    }
    return next.get();
  }

  @Test
  void service_closedAndOpenedAgain_losesAndDoublesNothing() throws Exception {
    ActivationService service = open(0);
    int port = port(service);
    try (ActivationClient client = client(service);
        Application application = new Application(triggers());
        Consumer consumer = new Consumer(client.receive("r1"), folder.resolve("c.nlb"))) {
      client.request(ENDS);
      for (int k = 1; k <= 3; k++) {
        application.awaitOn();
        application.logEnds(5_000);
        application.flush();
        long logged = application.logged();
        ActivationService running = service;
        Eventually.await("buffer", () -> running.status("r1").events() >= logged);
        consumer.take();
        service.close();
        application.awaitOff();
        service = open(port);
      }
      consumer.takeUntil(15_000);

      assertThat(consumer.numbers()).isEqualTo(to(15_000));
      assertThat(consumer.last().missingEvents()).isZero();
      assertThat(consumer.losses()).isEmpty();
    } finally {
      service.close();
    }
  }

  @Test
  void receiver_newOne_takesOver() throws Exception {
    try (ActivationService service = open(0);
        ActivationClient client = client(service);
        EventReceiver first = client.receive("r1");
        EventReceiver second = client.receive("r1")) {
      client.request(ENDS);
      first.next(Duration.ofMillis(50));
      second.next(Duration.ofMillis(50));

      assertThatThrownBy(() -> first.next(Duration.ofSeconds(10)))
          .isInstanceOf(IOException.class)
          .hasMessage("request r1 is received by another receiver now");
    }
  }

  @Test
  void receiver_requestCancelled_isFinished() throws Exception {
    try (ActivationService service = open(0);
        ActivationClient client = client(service);
        EventReceiver receiver = client.receive("r1")) {
      client.request(ENDS);
      receiver.next(Duration.ofMillis(50));
      client.cancel("r1");

      Eventually.await(
          "end",
          () -> {
            receiver.next(Duration.ofMillis(50));
            return receiver.isFinished();
          });
    }
  }

  @Test
  void receiver_serviceGone_saysSo() throws Exception {
    ActivationService service = open(0);
    try (ActivationClient client = client(service);
        EventReceiver receiver = client.receive("r1")) {
      service.close();

      assertThat(receiver.next(Duration.ofMillis(50))).isEmpty();
      assertThat(receiver.failure().orElseThrow()).contains("no connection to localhost");
      assertThatThrownBy(client::requests)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no connection to localhost");
    }
  }

  @Test
  void consumer_thatDoesNotRead_holdsNobodyUp() throws Exception {
    try (ActivationService service = open(0);
        ActivationClient client = client(service);
        Application application = new Application(triggers())) {
      client.request(ENDS);
      client.request(ActivationRequest.of("r2", "transfer.end"));
      application.awaitOn();
      try (EventReceiver idle = client.receive("r1");
          Consumer busy = new Consumer(client.receive("r2"), folder.resolve("c.nlb"))) {
        idle.next(Duration.ofMillis(50)); // Connects, and reads no more.
        for (int k = 1; k <= 100; k++) {
          application.logEnds(10_000);
          application.flush();
        }
        busy.takeUntil(1_000_000);

        assertThat(application.log().counts().dropped()).isZero();
        assertThat(service.status("r1").waitingBytes()).isGreaterThan(10_000_000);
        assertThat(service.status("r1").events()).isEqualTo(1_000_000);
        long end = service.status("r1").waitingBytes();
        for (long at = 0; at < end; ) {
          EventDelivery next = await(idle);
          assertThat(next.begin()).isGreaterThanOrEqualTo(at);
          at = next.end();
          idle.acknowledge(next);
        }
        Eventually.await("acknowledgement", () -> service.status("r1").waitingBytes() == 0);
      }
    }
  }
}
