package io.flowgauge.activation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class TlsTest {
  private static final ActivationRequest ENDS = ActivationRequest.of("r1", "transfer.end");

  @TempDir static Path shared;

  private static Certificates certificates;
  private static Path triggers;
  private static ActivationService service;

  @BeforeAll
  static void open() throws Exception {
    certificates = new Certificates(shared);
    triggers = shared.resolve("app.triggers");
    service =
        ActivationService.in(shared.resolve("service"), triggers)
            .tls(Certificates.stores(certificates.key("server"), certificates.trust()))
            .listen(new InetSocketAddress(0))
            .open();
  }

  @AfterAll
  static void close() throws IOException {
    service.close();
  }

  private static SocketAddress address() {
    InetSocketAddress bound = (InetSocketAddress) service.addresses().get(0);
    return new InetSocketAddress("localhost", bound.getPort());
  }

  private static ActivationClient client(Path key, Path trust) throws IOException {
    return ActivationClient.to(address(), Certificates.stores(key, trust));
  }

  @Test
  void client_withItsCertificate_isServed() throws Exception {
    try (ActivationClient client = client(certificates.key("client"), certificates.trust());
        Application application = new Application(triggers);
        Consumer consumer = new Consumer(client.receive("r1"), shared.resolve("c.nlb"))) {
      client.request(ENDS);
      application.awaitOn();
      application.logEnds(50_000);
      application.flush();
      consumer.takeUntil(50_000);

      assertThat(consumer.numbers()).isSorted().doesNotHaveDuplicates().hasSize(50_000);
    }
  }

  private static void assertNotServed(ActivationClient client) {
    try (client;
        EventReceiver receiver = client.receive("r1")) {
      assertThatThrownBy(client::requests)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is broken");
      assertThatThrownBy(() -> receiver.next(Duration.ofSeconds(20)))
          .isInstanceOf(IOException.class);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void client_withAnUnknownCertificate_isNotServed() throws Exception {
    Path stranger = new Certificates(shared).key("stranger");
    assertNotServed(client(stranger, certificates.trust()));
  }

  @Test
  void client_withAnExpiredCertificate_isNotServed() throws Exception {
    assertNotServed(client(certificates.expiredKey("expired"), certificates.trust()));
  }

  @Test
  void client_thatDoesNotKnowTheService_doesNotTalkToIt() throws Exception {
    Path wrong = new Certificates(shared).trust();
    assertNotServed(client(certificates.key("client"), wrong));
  }

  @Test
  void client_withoutTls_isNotServed() throws Exception {
    int port = ((InetSocketAddress) address()).getPort();
    Path token = Files.writeString(shared.resolve("token"), "0".repeat(32));
    try (ActivationClient plain = ActivationClient.to(port, token)) {
      assertThatThrownBy(plain::requests).isInstanceOf(IOException.class);
    }
  }

  @Test
  void client_ofAnotherHost_doesNotTalkToIt() throws Exception {
    TlsStores foreign =
        Certificates.stores(certificates.foreignKey("foreign"), certificates.trust());
    try (ActivationService other =
        ActivationService.in(shared.resolve("other"), triggers).tls(foreign).listen(0).open()) {
      int port = ((InetSocketAddress) other.addresses().get(0)).getPort();
      SocketAddress at = new InetSocketAddress("localhost", port);
      TlsStores ours = Certificates.stores(certificates.key("client"), certificates.trust());
      assertNotServed(ActivationClient.to(at, ours));
    }
  }

  @Test
  void addresses_ofOtherMachines_needTls() {
    SocketAddress any = new InetSocketAddress(0);
    ActivationServiceBuilder plain = ActivationService.in(shared.resolve("plain"), triggers);
    assertThatThrownBy(() -> plain.listen(any).open())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not on this machine alone, which needs TLS");
    InetSocketAddress far = new InetSocketAddress(address(192, 0, 2, 1), 1);
    assertThatThrownBy(() -> ActivationClient.to(far, shared.resolve("token")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not on this machine alone, which needs TLS");
    assertThatThrownBy(
            () ->
                ActivationService.in(shared.resolve("plain"), triggers)
                    .receiveAt(new InetSocketAddress(0))
                    .open())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("applications send unencrypted");
  }

  private static InetAddress address(int... parts) {
    try {
      byte[] bytes = {(byte) parts[0], (byte) parts[1], (byte) parts[2], (byte) parts[3]};
      return InetAddress.getByAddress(bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void stores_wrongPasswordOrEmpty_areRefused() throws Exception {
    Path key = certificates.key("client");
    char[] wrong = "wrong".toCharArray();
    assertThatThrownBy(() -> TlsStores.load(key, wrong, certificates.trust(), wrong))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> Certificates.stores(key, certificates.noTrust()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must have an entry, has none");
  }
}
