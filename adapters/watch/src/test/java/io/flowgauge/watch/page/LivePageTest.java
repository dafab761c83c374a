package io.flowgauge.watch.page;

import static io.flowgauge.watch.page.LiveRuns.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.history.History;
import io.flowgauge.live.LiveMonitor;
import io.flowgauge.run.RunRecorder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answers of the server. */
class LivePageTest {
  private static final String PATH_ID = "/data/run 1/trace+%2F.txt";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private LiveMonitor monitor;
  private LivePage page;

  @BeforeEach
  void open() throws IOException {
    monitor = LiveMonitor.open();
    page = LivePage.of(monitor).open();
  }

  @AfterEach
  void close() throws IOException {
    page.close();
    monitor.close();
  }

  private URI at(String path) {
    return page.address().resolve(path);
  }

  private HttpResponse<byte[]> get(String path) throws Exception {
    return client.send(HttpRequest.newBuilder(at(path)).build(), BodyHandlers.ofByteArray());
  }

  private String text(String path) throws Exception {
    return new String(get(path).body(), UTF_8);
  }

  private HttpResponse<String> post(byte[] body, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(at("/lines"))
            .timeout(Duration.ofSeconds(20))
            .POST(BodyPublishers.ofByteArray(body));
    return client.send(request.headers(headers).build(), BodyHandlers.ofString());
  }

  private RunRecorder running(String id) {
    RunRecorder recorder = monitor.recorder(id, "two layers");
    LiveRuns.declare(recorder, 3);
    LiveRuns.begin(recorder, "a0");
    LiveRuns.complete(recorder, "a0");
    LiveRuns.begin(recorder, "b0");
    return recorder;
  }

  private static String part(String id) {
    return URLEncoder.encode(id, UTF_8).replace("+", "%20");
  }

  private JsonNode data(String id) throws Exception {
    HttpResponse<byte[]> answer = get("/runs/" + part(id) + "/data");
    assertThat(answer.headers().firstValue("Content-Encoding")).hasValue("gzip");
    try (var in = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
      return MAPPER.readTree(in);
    }
  }

  private static byte[] packed(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void pages_ofRunsWithPathsAsIds_areThere() throws Exception {
    running(PATH_ID);
    assertThat(text("/")).contains("connect-src 'self'").contains("<title>Runs");
    assertThat(get("/runs/" + part(PATH_ID)).statusCode()).isEqualTo(200);
    assertThat(get("/runs/none").statusCode()).isEqualTo(404);
    assertThat(text("/runs/none")).contains("no run of that id is watched");
    assertThat(get("/runs/" + part(PATH_ID) + "/none").statusCode()).isEqualTo(404);
    assertThat(text("/elsewhere")).contains("the list of runs is at /");
  }

  /** A Chinese character takes nine bytes in an address, and fifteen in the query of events. */
  @Test
  void pages_ofRunsWithLongIds_areThere() throws Exception {
    running("日".repeat(900));
    try (EventReader events = EventReader.open(client, at("/events"), "")) {
      String href = events.next("all").data().at("/runs/0/href").asText();
      assertThat(get(href).statusCode()).isEqualTo(200);
      assertThat(get(href + "/watch.txt").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void open_atAPortThatIsTaken_saysWhy() {
    int port = page.address().getPort();
    assertThatThrownBy(() -> LivePage.of(monitor).port(port).open())
        .isInstanceOf(IOException.class)
        .hasMessageContaining(":" + port + ": ")
        .hasMessageContaining("in use");
  }

  @Test
  void data_ofRunningRun_saysHowFarItIs() throws Exception {
    running(PATH_ID);
    JsonNode data = data(PATH_ID);
    assertThat(data.at("/live/id").asText()).isEqualTo(PATH_ID);
    assertThat(data.at("/live/finished").asBoolean()).isFalse();
    assertThat(data.at("/live/progress/stages").asText()).isEqualTo("crwwww");
    assertThat(data.at("/live/progress/sums").toString()).isEqualTo("[4,0,1,1,0,0]");
    assertThat(data.at("/live/progress/types").toString())
        .isEqualTo("[[\"align\",2,0,0,1,0,0],[\"merge\",2,0,1,0,0,0]]");
    assertThat(data.at("/live/running/0/id").asText()).isEqualTo("b0");
    assertThat(data.at("/run/timeline/ids")).hasSize(6);
    eventually(() -> data(PATH_ID).at("/live").has("forecast"));
  }

  @Test
  void data_ofRunOfWhichNothingIsKnown_saySo() throws Exception {
    monitor.recorder("empty", "empty");
    assertThat(get("/runs/empty").statusCode()).isEqualTo(200);
    assertThat(get("/runs/empty/data").statusCode()).isEqualTo(503);
    assertThat(text("/runs/empty/watch.json")).contains("nothing is known about this run yet");
  }

  @Test
  void watchJson_ofRunningRun_isOneLine() throws Exception {
    running("r");
    String line = text("/runs/r/watch.json");
    assertThat(line.indexOf('\n')).isEqualTo(line.length() - 1);
    assertThat(MAPPER.readTree(line).get("finished").asBoolean()).isFalse();
  }

  @Test
  void data_afterTheEnd_isTheReport() throws Exception {
    RunRecorder recorder = running("r");
    data("r");
    LiveRuns.complete(recorder, "b0");
    recorder.end(LiveRuns.now());
    eventually(() -> data("r").at("/live/over").asBoolean());
    assertThat(data("r").at("/live/progress/sums").toString()).isEqualTo("[4,0,0,2,0,0]");
  }

  @Test
  void events_ofAllRuns_showWhatChanges() throws Exception {
    running("before");
    try (EventReader events = EventReader.open(client, at("/events"), "")) {
      assertThat(events.next("all").data().at("/runs/0/id").asText()).isEqualTo("before");
      running("later");
      events.next("runs", "\"id\":\"later\"");
    }
  }

  /** A history that the host application implements can throw anything. */
  @Test
  void data_besideARunWhoseForecastThrows_haveAForecast() throws Exception {
    AtomicReference<String> asked = new AtomicReference<>("");
    History nothing = History.of(List.of());
    InvocationHandler odd =
        (self, method, arguments) -> {
          if (method.getName().equals("runs") && asked.get().equals("odd")) {
            throw new IllegalStateException("odd");
          }
          if (method.getName().equals("runs") && asked.get().equals("unlinked")) {
            throw new NoClassDefFoundError("of the host");
          }
          return method.invoke(nothing, arguments);
        };
    Class<?>[] types = {History.class};
    close();
    monitor =
        LiveMonitor.builder()
            .history((History) Proxy.newProxyInstance(getClass().getClassLoader(), types, odd))
            .slowdowns(
                run -> {
                  asked.set(run.name());
                  return Map.of();
                })
            .open();
    page = LivePage.of(monitor).open();
    for (String id : List.of("odd", "unlinked", "plain")) {
      RunRecorder recorder = monitor.recorder(id, id);
      LiveRuns.declare(recorder, 1);
      LiveRuns.begin(recorder, "a0");
    }
    eventually(() -> data("plain").at("/live").has("forecast"));
    assertThat(data("odd").at("/live").has("forecast")).isFalse();
    assertThat(data("unlinked").at("/live").has("forecast")).isFalse();
  }

  @Test
  void events_ofOneRun_showItsProgress() throws Exception {
    RunRecorder recorder = running("r/1");
    running("other");
    String path = "/events?run=" + URLEncoder.encode(part("r/1"), UTF_8);
    try (EventReader events = EventReader.open(client, at(path), "")) {
      assertThat(events.next("runs").data().toString()).contains("r/1").doesNotContain("other");
      assertThat(events.next("progress").data().get("stages").asText()).isEqualTo("crwwww");
      LiveRuns.complete(recorder, "b0");
      events.next("progress", "\"ccwwww\"");
    }
  }

  @Test
  void events_afterReconnecting_showOnlyWhatChangedInTheMeantime() throws Exception {
    running("one");
    RunRecorder other = running("two");
    eventually(() -> monitor.run("one").orElseThrow().changes() > 0);
    String last;
    try (EventReader events = EventReader.open(client, at("/events"), "")) {
      EventReader.Event event = events.next("all");
      while (!event.data().toString().contains("forecast")) {
        event = events.next("runs");
      }
      last = event.id();
    }
    monitor.run("one").orElseThrow().view();
    LiveRuns.complete(other, "b0");
    Thread.sleep(300);
    try (EventReader events = EventReader.open(client, at("/events"), last)) {
      assertThat(events.next("runs").data().toString()).contains("\"two\"");
    }
    try (EventReader events = EventReader.open(client, at("/events"), "dead.7")) {
      assertThat(events.next("all").data().get("runs")).hasSize(2);
    }
  }

  @Test
  void events_whenServerCloses_endPromptly() throws Exception {
    running("r");
    try (EventReader events = EventReader.open(client, at("/events"), "")) {
      events.next("all");
      long begin = System.nanoTime();
      page.close();
      events.next("end");
      assertThat(System.nanoTime() - begin).isLessThan(3_000_000_000L);
    }
  }

  @Test
  void page_openedAgainAtItsPortWithItsLogs_hasTheSameRuns(@TempDir Path folder) throws Exception {
    int port;
    try (LiveMonitor first = LiveMonitor.builder().logs(folder).open();
        LivePage at = LivePage.of(first).open()) {
      port = at.address().getPort();
      LiveRuns.declare(first.recorder("kept", "kept"), 2);
    }
    try (LiveMonitor second = LiveMonitor.builder().logs(folder).open();
        LivePage at = LivePage.of(second).port(port).open();
        EventReader events = EventReader.open(client, at.address().resolve("/events"), "old.1")) {
      assertThat(events.next("all").data().toString()).contains("\"kept\"");
    }
  }

  @Test
  void posts_ofReceivers_areTakenIn() throws Exception {
    HttpResponse<String> answer = post("r a".getBytes(UTF_8), "Content-Type", "application/json");
    assertThat(answer.statusCode()).isEqualTo(202);
    answer =
        post(
            packed("r b".getBytes(UTF_8)),
            "Content-Type",
            "application/json",
            "Content-Encoding",
            "gzip");
    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(data("r").at("/run/timeline/ids").toString()).isEqualTo("[\"a\",\"b\"]");
    answer = post("r".getBytes(UTF_8), "Content-Type", "application/json");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("a line has a run and an activity");
    assertThat(get("/lines").statusCode()).isEqualTo(405);
  }

  @Test
  void posts_forWhichMemoryIsShort_areAnswered() throws Exception {
    HttpResponse<String> answer =
        post(("r " + LineReceiver.HUGE).getBytes(UTF_8), "Content-Type", "application/json");
    assertThat(answer.statusCode()).isEqualTo(503);
    answer = post("r a".getBytes(UTF_8), "Content-Type", "application/json");
    assertThat(answer.statusCode()).isEqualTo(202);
  }

  /** Without an answer, the engine would wait and keep the connection open. */
  @Test
  void post_errorOfTheReceiver_isAnswered() throws Exception {
    HttpResponse<String> answer =
        post(("r " + LineReceiver.UNLINKED).getBytes(UTF_8), "Content-Type", "application/json");
    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.body()).contains("NoClassDefFoundError");
  }

  @Test
  void posts_thatUnpackToMoreThanThereIsRoomFor_areRefused() throws Exception {
    HttpResponse<String> answer =
        post(
            packed(new byte[80 << 20]),
            "Content-Type",
            "application/json",
            "Content-Encoding",
            "gzip");
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).contains("64 MiB unpacked");
    answer = post(new byte[5], "Content-Type", "application/json", "Content-Encoding", "gzip");
    assertThat(answer.statusCode()).isEqualTo(400);
    answer = post(new byte[5], "Content-Type", "application/json", "Content-Encoding", "br");
    assertThat(answer.statusCode()).isEqualTo(415);
  }
}
