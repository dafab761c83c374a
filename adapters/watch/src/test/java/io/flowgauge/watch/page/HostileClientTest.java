package io.flowgauge.watch.page;

import static io.flowgauge.watch.page.LiveRuns.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.live.LiveMonitor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that try to get in or to keep others out. */
class HostileClientTest {
  private static final String TOKEN = "0123456789abcdef";
  private static final String PASSWORD = "password";
  private static final int MOST_BODY = 16 << 20;

  /** Longer than a client of these tests takes for a request on a busy machine. */
  private static final Duration LONG = Duration.ofMinutes(5);

  /**
   * Limit for a page that serves others while it writes to a slow client; a blocked page takes half
   * a minute or longer.
   */
  private static final Duration NOT_HELD_UP = Duration.ofSeconds(20);

  private LiveMonitor monitor;
  private LivePage page;

  @BeforeEach
  void open() throws IOException {
    monitor = LiveMonitor.open();
    page = page(Optional.empty(), LONG);
  }

  private LivePage page(Optional<Token> token, Duration patience) throws IOException {
    return new LivePage(
        PageServer.open(
            monitor, new PageSettings("127.0.0.1", 0, true, Optional.empty(), token, patience)));
  }

  @AfterEach
  void close() throws IOException {
    page.close();
    monitor.close();
  }

  private Socket connected() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), page.address().getPort());
    socket.setSoTimeout(60_000);
    return socket;
  }

  private static void send(Socket to, String text) throws IOException {
    to.getOutputStream().write(text.getBytes(UTF_8));
    to.getOutputStream().flush();
  }

  /** Returns everything that is answered until the connection is closed. */
  private String answer(String request) throws IOException {
    try (Socket socket = connected()) {
      String hungUp = sent(socket, request);
      return rest(socket) + hungUp;
    }
  }

  /** Sends a request; returns a note if the server hung up before it had read all. */
  private static String sent(Socket to, String request) throws IOException {
    try {
      send(to, request);
      return "";
    } catch (SocketException e) {
      return "(reset)";
    }
  }

  private static String rest(Socket socket) throws IOException {
    StringBuilder all = new StringBuilder();
    InputStream in = socket.getInputStream();
    try {
      for (int b = in.read(); b >= 0; b = in.read()) {
        all.append((char) b);
      }
    } catch (SocketException e) {
      all.append("(reset)");
    }
    return all.toString();
  }

  private String get(String path, String... headers) throws IOException {
    return answer(head("GET", path, headers));
  }

  private String post(String... headers) throws IOException {
    return answer(head("POST", "/lines", headers) + "r a");
  }

  private static String head(String method, String path, String... headers) {
    String more = String.join("\r\n", headers);
    return method
        + " "
        + path
        + " HTTP/1.1\r\nConnection: close\r\n"
        + (more.contains("Host:") ? "" : "Host: localhost\r\n")
        + (method.equals("POST") ? "Content-Length: 3\r\n" : "")
        + more
        + (more.isEmpty() ? "\r\n" : "\r\n\r\n");
  }

  @Test
  void get_queryThatIsNone_isTheErrorOfTheClient() throws IOException {
    assertThat(answer("GET /events?run=% HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 400 ")
        .endsWith("Bad query\n");
  }

  /** HEAD requests, such as those of tools that check links. */
  @Test
  void head_ofAnyAddress_isThatOfGet() throws Exception {
    for (String path : List.of("/", "/nothing", "/runs/x/data", "/events?run=x")) {
      String all = get(path);
      String head = all.substring(0, all.indexOf("\r\n\r\n") + 4);
      assertThat(withoutDate(answer(head("HEAD", path)))).isEqualTo(withoutDate(head));
    }
    assertThat(answer(head("HEAD", "/events")))
        .startsWith("HTTP/1.1 200 ")
        .contains("Content-Type: text/event-stream\r\n")
        .endsWith("\r\n\r\n");
  }

  private static String withoutDate(String head) {
    return head.replaceFirst("Date: .*", "");
  }

  @Test
  void host_ofAnotherName_isRefusedOnLoopback() throws Exception {
    for (String host :
        List.of("evil.example", "127.0.0.1.evil.example", "localhost.evil.example")) {
      assertThat(get("/", "Host: " + host)).contains(" 421 ").contains("for this machine alone");
    }
    for (String host : List.of("localhost", "127.0.0.1:8080", "[::1]:80", "LOCALHOST:1")) {
      assertThat(get("/", "Host: " + host)).contains(" 200 ");
    }
  }

  @Test
  void posts_ofPagesOfOtherOrigins_areRefused() throws Exception {
    String json = "Content-Type: application/json";
    assertThat(post(json, "Origin: https://evil.example")).contains(" 403 ");
    assertThat(post(json, "Origin: null")).contains(" 403 ");
    assertThat(post(json, "Sec-Fetch-Site: cross-site")).contains(" 403 ");
    assertThat(post(json, "Sec-Fetch-Site: same-site")).contains(" 403 ");
    assertThat(post("Content-Type: text/plain;charset=utf-8")).contains(" 415 ");
    assertThat(post("Content-Type: application/x-www-form-urlencoded")).contains(" 415 ");
    assertThat(post()).contains(" 415 ");
    assertThat(monitor.runs()).isEmpty();
    assertThat(post(json, "Origin: http://localhost", "Sec-Fetch-Site: same-origin"))
        .contains(" 202 ");
  }

  @Test
  void post_forWhichNoLogCanBeOpened_isToBeSentAgain(@TempDir Path folder) throws Exception {
    page.close();
    monitor.close();
    Path logs = folder.resolve("logs");
    monitor = LiveMonitor.builder().logs(logs).open();
    page = page(Optional.empty(), LONG);
    Files.move(logs, folder.resolve("away"));
    assertThat(post("Content-Type: application/json"))
        .contains(" 503 ")
        .contains("the post could not be kept: " + logs)
        .contains("send it again later");
    Files.move(folder.resolve("away"), logs);
    assertThat(post("Content-Type: application/json")).contains(" 202 ");
  }

  @Test
  void answers_ofAnyKind_forbidFramesAndGuessing() throws Exception {
    for (String path : List.of("/", "/nothing", "/runs/x/data")) {
      assertThat(get(path))
          .contains("frame-ancestors 'none'")
          .contains("nosniff")
          .contains("no-store")
          .doesNotContain("Jetty");
    }
  }

  @Test
  void listen_beyondThisMachineWithoutTlsOrToken_isRefusedInWords() throws Exception {
    LivePageBuilder open = LivePage.of(monitor).listen("0.0.0.0", 0);
    assertThatThrownBy(open::open)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "others can reach 0.0.0.0: a page there needs TLS and a token; otherwise listen on"
                + " 127.0.0.1");
    assertThatThrownBy(open.token(TOKEN)::open).hasMessageContaining("needs TLS; otherwise");
    assertThatThrownBy(() -> LivePage.of(monitor).token("short"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> LivePage.of(monitor).port(page.address().getPort()).open())
        .isInstanceOf(IOException.class);
  }

  @Test
  void token_wrongOrMissing_isRefusedInWords() throws Exception {
    page.close();
    page = page(Optional.of(new Token(TOKEN)), LONG);
    assertThat(get("/")).contains(" 401 ").contains("needs its token");
    assertThat(get("/?token=" + TOKEN.replace('f', 'g'))).contains(" 401 ").contains("not the");
    assertThat(get("/events", "Authorization: Bearer " + TOKEN + "0")).contains(" 401 ");
    for (String method : List.of("GET", "HEAD")) {
      assertThat(answer(head(method, "/?token=" + TOKEN)))
          .startsWith("HTTP/1.1 30")
          .contains("\r\nLocation: /\r\n", "\r\nSet-Cookie: ");
    }
    assertThat(get("/", "Authorization: Bearer " + TOKEN)).contains(" 200 ");
    String cookie = new Token(TOKEN).cookie();
    String name = "flowgauge-" + page.address().getPort();
    assertThat(get("/", "Cookie: " + name + "=" + cookie)).contains(" 200 ");
    assertThat(get("/", "Cookie: " + name + "=" + TOKEN)).contains(" 401 ");
    String json = "Content-Type: application/json";
    assertThat(post(json, "Cookie: " + name + "=" + cookie)).contains(" 401 ");
    assertThat(post(json, "Authorization: Bearer " + TOKEN)).contains(" 202 ");
  }

  @Test
  void page_beyondThisMachine_isServedByTlsToThoseWithTheToken(@TempDir Path folder)
      throws Exception {
    KeyStore keys = keys(folder);
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(keys);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, trust.getTrustManagers(), null);
    HttpClient client =
        HttpClient.newBuilder()
            .sslContext(tls)
            .cookieHandler(new CookieManager())
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    try (LivePage open =
        LivePage.of(monitor).listen("0.0.0.0", 0).tls(keys, PASSWORD).token(TOKEN).open()) {
      String local = "https://localhost:" + open.address().getPort();
      assertThat(open.address().getScheme()).isEqualTo("https");
      assertThat(status(client, local + "/")).isEqualTo(401);
      HttpResponse<String> entered =
          client.send(
              HttpRequest.newBuilder(URI.create(local + "/?token=" + TOKEN)).build(),
              BodyHandlers.ofString());
      assertThat(entered.statusCode()).isEqualTo(200);
      assertThat(entered.uri().toString()).isEqualTo(local + "/");
      String cookie =
          entered.previousResponse().orElseThrow().headers().firstValue("Set-Cookie").orElseThrow();
      assertThat(cookie).contains("HttpOnly").contains("Secure").contains("SameSite=Lax");
      assertThat(cookie).doesNotContain(TOKEN);
      assertThat(status(client, local + "/")).isEqualTo(200);
    }
  }

  private static int status(HttpClient client, String address) throws Exception {
    return client
        .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.discarding())
        .statusCode();
  }

  private static KeyStore keys(Path folder) throws Exception {
    Path file = folder.resolve("keys.p12");
    Process made =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost",
                "-alias",
                "page",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(made.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return keys;
  }

  private static String longPost(String length) {
    return String.join(
        "\r\n",
        "POST /lines HTTP/1.1",
        "Host: localhost",
        "Content-Type: application/json",
        length,
        "",
        "");
  }

  @Test
  void post_ofAGigabyte_isRefusedBeforeItIsRead() throws Exception {
    String declared = answer(longPost("Content-Length: 1073741824"));
    assertThat(declared).contains(" 413 ").contains("16 MiB");
  }

  @Test
  void post_ofAGigabyteThatDoesNotSayItsLength_isCutOff() throws Exception {
    try (Socket socket = connected()) {
      send(socket, longPost("Transfer-Encoding: chunked"));
      byte[] chunk = ("10000\r\n" + "x".repeat(0x10000) + "\r\n").getBytes(UTF_8);
      OutputStream out = socket.getOutputStream();
      long sent = 0;
      try {
        for (; sent < 1L << 30; sent += chunk.length) {
          out.write(chunk);
        }
      } catch (SocketException e) {
        // The server hung up, as it should.
      }
      assertThat(sent).isLessThan(4L * MOST_BODY);
    }
    assertThat(get("/")).contains(" 200 ");
  }

  @Test
  void heads_thatComeByteByByte_areCutOffAndHoldUpNobody() throws Exception {
    becomeImpatient(Duration.ofSeconds(1));
    List<Socket> slow = new ArrayList<>();
    for (int k = 0; k < 60; k++) {
      Socket socket = connected();
      send(socket, "GET / HTTP/1.1\r\nHost: loc");
      slow.add(socket);
    }
    eventually(() -> get("/").contains(" 200 "));
    eventually(() -> !isOpen(slow.get(0)));
    for (Socket socket : slow) {
      assertThat(rest(socket)).doesNotContain(" 200 ");
      socket.close();
    }
  }

  /** Opens the page again, with the given patience for slow clients. */
  private void becomeImpatient(Duration patience) throws IOException {
    page.close();
    page = page(Optional.empty(), patience);
  }

  private static boolean isOpen(Socket socket) {
    try {
      send(socket, "a");
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void bodies_thatComeByteByByte_areCutOffAndHoldUpNobody() throws Exception {
    becomeImpatient(
        Duration.ofSeconds(2)); // Also applies to request headers, which the page must receive.
    List<Socket> slow = new ArrayList<>();
    for (int k = 0; k < 16; k++) {
      Socket socket = connected();
      send(socket, longPost("Content-Length: 1000") + "x");
      slow.add(socket);
    }
    eventually(() -> get("/").contains(" 200 "));
    eventually(() -> post("Content-Type: application/json").contains(" 202 "));
    for (Socket socket : slow) {
      assertThat(rest(socket)).contains(" 408 ").contains("too slowly");
      socket.close();
    }
  }

  @Test
  void browser_thatStopsReading_holdsUpNobody() throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    URI events = page.address().resolve("/events");
    for (int k = 0; k < 300; k++) {
      monitor.recorder("run " + k, "x".repeat(150)).activity(Activity.of("a", "b"));
    }
    try (Socket stopped = connected()) {
      stopped.setReceiveBufferSize(1_024);
      send(stopped, "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
      try (EventReader reader = EventReader.open(client, events, "")) {
        for (int round = 0; round < 30; round++) {
          for (int k = 0; k < 300; k++) {
            RunRecorder run = monitor.recorder("run " + k, "");
            run.activity(Activity.of("a" + round, "b"));
          }
          String id = "new " + round;
          monitor.recorder(id, id).activity(Activity.of("a", "b"));
          long begin = System.nanoTime();
          reader.next("runs", "\"" + id + "\"");
          assertThat(System.nanoTime() - begin).isLessThan(NOT_HELD_UP.toNanos());
        }
      }
      long begin = System.nanoTime();
      page.close();
      assertThat(System.nanoTime() - begin).isLessThan(NOT_HELD_UP.toNanos());
    }
  }

  @Test
  void paths_ofAllKinds_areAnsweredInWords() throws Exception {
    monitor.recorder("..", "dots").activity(Activity.of("a", "b"));
    monitor.recorder("a\u0000b", "control").activity(Activity.of("a", "b"));
    for (String path :
        List.of("/runs/..%2f..%2fetc%2fpasswd", "/runs/%2e%2e/data", "/runs//data", "/runs/%00")) {
      assertThat(get(path)).containsPattern(" 40[04] ").doesNotContain("root:");
    }
    assertThat(get("/runs/" + RunAddress.of("..") + "/data")).contains(" 200 ");
    assertThat(get("/runs/" + RunAddress.of("a\u0000b") + "/data")).contains(" 200 ");
    assertThat(get("/" + "x".repeat(1 << 20))).containsPattern(" 4(14|31) |reset");
    assertThat(get("/", "X: " + "x".repeat(1 << 20))).containsPattern(" 431 |reset");
  }
}
