package io.flowgauge.activation;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.testsupport.Eventually;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Malicious and broken applications. After each, the service works as before. */
@Timeout(180)
class HostileTest {
  private static final int MANY = 1000;
  private static final int MOST = 32;

  @TempDir Path folder;

  private ActivationService service;
  private final List<AutoCloseable> sockets = new ArrayList<>();

  @BeforeEach
  void open() throws IOException {
    service =
        ActivationService.in(folder.resolve("service"), folder.resolve("app.triggers"))
            .maxConnections(MOST)
            .open();
  }

  /** Checks that the service still works: events that an application logs arrive. */
  @AfterEach
  void close() throws Exception {
    for (AutoCloseable socket : sockets) {
      socket.close();
    }
    try (ActivationService open = service;
        Application application = new Application(folder.resolve("app.triggers"))) {
      open.request(ActivationRequest.of("well", "*"));
      try (Consumer consumer = new Consumer(open.receive("well"), folder.resolve("c.nlb"))) {
        application.awaitOn();
        application.logEnds(100);
        consumer.takeUntil(100);
      }
      assertThat(open.status("well").missingEvents()).isZero();
    }
  }

  private SocketChannel connect() throws IOException {
    SocketChannel channel =
        SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve("service/receive.sock")));
    sockets.add(channel);
    return channel;
  }

  @Test
  void connections_byTheThousand_areClosed() throws Exception {
    List<SocketChannel> made = new ArrayList<>();
    for (int k = 0; k < MANY; k++) {
      try {
        made.add(connect());
      } catch (IOException e) {
        // The queue of the socket is full.
      }
    }
    assertThat(made).hasSizeGreaterThan(MOST);
    Eventually.await("limit", () -> made.stream().filter(HostileTest::isOpen).count() <= MOST);
  }

  private static boolean isOpen(SocketChannel channel) {
    try {
      channel.configureBlocking(false);
      return channel.read(ByteBuffer.allocate(1)) >= 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void application_thatSendsGarbage_isClosedAndCounted() throws Exception {
    Random random = new Random(2);
    UnixDomainSocketAddress address =
        UnixDomainSocketAddress.of(folder.resolve("service/receive.sock"));
    byte[] almost = {(byte) 0xFA, 'F', 'G', 'L', '\r', '\n', 0x1A, 0, 1, 1};
    for (int k = 0; k < 20; k++) {
      byte[] bytes = new byte[200 + random.nextInt(5000)];
      random.nextBytes(bytes);
      if (k % 2 == 0) {
        System.arraycopy(almost, 0, bytes, 0, almost.length);
      }
      try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
        channel.connect(address);
        channel.write(ByteBuffer.wrap(bytes));
        assertThat(isClosed(channel)).isTrue();
      }
    }
    assertThat(service.counts().damaged()).isEqualTo(20);
  }

  private static boolean isClosed(SocketChannel channel) {
    try {
      ByteBuffer any = ByteBuffer.allocate(100);
      while (channel.read(any) >= 0) {
        any.clear(); // Discards the positions that the service reports.
      }
      return true;
    } catch (IOException e) {
      return true;
    }
  }
}
