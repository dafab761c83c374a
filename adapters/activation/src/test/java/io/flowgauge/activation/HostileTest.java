package io.flowgauge.activation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that mean no good, or no sense. After each the service is as well as before. */
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
            .listen(0)
            .open();
  }

  /** The service is well: it answers, and what an application logs arrives. */
  @AfterEach
  void close() throws Exception {
    for (AutoCloseable socket : sockets) {
      socket.close();
    }
    try (ActivationService open = service;
        ActivationClient client = ActivationClient.to(port(), folder.resolve("service/token"));
        Application application = new Application(folder.resolve("app.triggers"))) {
      Eventually.await("service", () -> isWell(client));
      try (Consumer consumer = new Consumer(client.receive("well"), folder.resolve("c.nlb"))) {
        application.awaitOn();
        application.logEnds(100);
        consumer.takeUntil(100);
      }
      assertThat(open.status("well").missingEvents()).isZero();
    }
  }

  private static boolean isWell(ActivationClient client) {
    try {
      return client.request(ActivationRequest.of("well", "*")).active();
    } catch (IOException e) {
      return false; // As long as others have all connections.
    }
  }

  private int port() {
    return ((InetSocketAddress) service.addresses().get(0)).getPort();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port());
    sockets.add(socket);
    return socket;
  }

  private static String ask(Socket socket, String text) throws IOException {
    socket.getOutputStream().write((text + "\n").getBytes(UTF_8));
    return reader(socket).readLine();
  }

  /** A command with the token of the service. */
  private String command(String members) throws IOException {
    String token = Files.readString(folder.resolve("service/token")).strip();
    return "{\"version\":1,\"token\":\"" + token + "\"" + members + "}";
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
  }

  @Test
  void lines_withoutSense_areAnsweredInWords() throws Exception {
    Socket socket = connect();
    assertThat(ask(socket, "{}")).contains("version must be a whole number, was null");
    assertThat(ask(socket, "{\"version\":2}")).contains("version must be 1, was 2");
    assertThat(ask(socket, command(""))).contains("op must be a text");
    assertThat(ask(socket, command(",\"op\":\"dance\""))).contains("unknown op dance");
    assertThat(ask(socket, command(",\"op\":\"acknowledge\",\"position\":5")))
        .contains("this connection receives nothing");
    assertThat(ask(socket, command(",\"op\":\"request\""))).contains("request must be an object");
    String misspelt = command(",\"op\":\"request\",\"request\":{\"id\":\"a\",\"wher\":\"\"}");
    assertThat(ask(socket, misspelt)).contains("found wher");
    String folderUp = command(",\"op\":\"request\",\"request\":{\"id\":\"..\",\"event\":\"*\"}");
    assertThat(ask(socket, folderUp)).contains("id must be a name");
    assertThat(ask(socket, command(",\"op\":\"ping\""))).isEqualTo("{\"pong\":true}");
  }

  @Test
  void userOfTheMachine_withoutTheToken_isTurnedAway() throws Exception {
    for (String wrong : List.of("", ",\"token\":\"\"", ",\"token\":\"" + "0".repeat(32) + "\"")) {
      Socket socket = connect();
      BufferedReader answers = reader(socket);
      String line = "{\"version\":1,\"op\":\"list\"" + wrong + "}\n";
      socket.getOutputStream().write(line.getBytes(UTF_8));
      assertThat(answers.readLine()).startsWith("{\"error\":").contains("token");
      assertThat(answers.readLine()).isNull();
    }
    assertThat(Files.getPosixFilePermissions(folder.resolve("service/token")))
        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  }

  @Test
  void garbage_isAnsweredAndClosed() throws Exception {
    for (String garbage : List.of("GET / HTTP/1.1", "[]", "null", "{\"a\":", "\u0000\u0001", "")) {
      Socket socket = connect();
      BufferedReader answers = reader(socket);
      socket.getOutputStream().write((garbage + "\r\n").getBytes(UTF_8));
      assertThat(answers.readLine()).startsWith("{\"error\":\"found ").contains("expected a");
      assertThat(answers.readLine()).isNull();
    }
  }

  @Test
  void garbage_deepAndRandom_closesNothingElse() throws Exception {
    Random random = new Random(1);
    for (int k = 0; k < 50; k++) {
      byte[] bytes = new byte[1 + random.nextInt(5000)];
      random.nextBytes(bytes);
      send(connect(), bytes);
    }
    send(connect(), ("[".repeat(60_000) + "\n").getBytes(UTF_8));
    send(connect(), ("{\"a\":".repeat(12_000) + "\n").getBytes(UTF_8));
  }

  private static void send(Socket socket, byte[] bytes) throws IOException {
    try {
      socket.getOutputStream().write(bytes);
    } catch (SocketException e) {
      return; // Closed already, which is well.
    }
    socket.shutdownOutput();
  }

  @Test
  void line_withoutEnd_isClosed() throws Exception {
    Socket socket = connect();
    byte[] piece = new byte[1 << 16];
    Arrays.fill(piece, (byte) 'x');
    OutputStream out = socket.getOutputStream();
    long sent = 0;
    try {
      while (sent < 1L << 30) {
        out.write(piece);
        sent += piece.length;
      }
    } catch (SocketException e) {
      assertThat(sent).isLessThan(1 << 26);
      return;
    }
    throw new AssertionError("the service took a line of a gigabyte");
  }

  @Test
  void connections_byTheThousand_areClosed() throws Exception {
    int refused = 0;
    for (int k = 0; k < MANY; k++) {
      try {
        connect();
      } catch (IOException e) {
        refused++;
      }
    }
    assertThat(refused).isLessThan(MANY);
    int open = 0;
    for (AutoCloseable each : sockets) {
      Socket socket = (Socket) each;
      open += isOpen(socket) ? 1 : 0;
    }
    assertThat(open).isLessThanOrEqualTo(MOST);
  }

  private static boolean isOpen(Socket socket) {
    try {
      socket.setSoTimeout(20);
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void client_thatAsksAndNeverReads_waitsAlone() throws Exception {
    for (int k = 0; k < 20; k++) {
      service.request(ActivationRequest.of("r" + k, "*"));
    }
    Socket socket = connect();
    byte[] list = (command(",\"op\":\"list\"") + "\n").getBytes(UTF_8);
    SocketChannel channel = SocketChannel.open(socket.getRemoteSocketAddress());
    sockets.add(channel);
    channel.configureBlocking(false);
    long sent = 0;
    int idle = 0;
    while (idle < 100 && sent < 1L << 28) {
      int wrote = channel.write(ByteBuffer.wrap(list));
      sent += wrote;
      idle = wrote > 0 ? 0 : idle + 1;
      if (wrote == 0) {
        Thread.sleep(5);
      }
    }
    assertThat(sent).as("bytes the service let a deaf client send").isLessThan(1 << 26);
    for (int k = 0; k < 20; k++) {
      service.cancel("r" + k);
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
      return channel.read(ByteBuffer.allocate(1)) < 0;
    } catch (IOException e) {
      return true;
    }
  }
}
