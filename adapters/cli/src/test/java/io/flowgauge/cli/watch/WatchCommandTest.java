package io.flowgauge.cli.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.Outcome;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.EventType;
import io.flowgauge.runlog.RunLog;
import io.flowgauge.testsupport.Checkout;
import io.flowgauge.testsupport.Eventually;
import io.flowgauge.workflow.Activity;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MONTAGE = Checkout.root().resolve("samples/montage").toString();

  @TempDir private Path folder;

  /** Writes the trace of a run as it was after the given number of tasks. */
  private Path begun(int tasks) throws IOException {
    Path montage = Path.of(MONTAGE);
    List<String> lines = Files.readAllLines(montage.resolve("trace.txt"));
    Files.write(folder.resolve("trace.txt"), lines.subList(0, tasks + 1));
    Files.copy(montage.resolve("edges.tsv"), folder.resolve("edges.tsv"));
    return folder;
  }

  @Test
  void once_ofFinishedRun_isItsReportWithTwoMoreFields() throws IOException {
    Outcome watched = Outcome.of("watch", MONTAGE, "--once", "--format", "json");
    Outcome report = Outcome.of("report", MONTAGE, "--format", "json");

    assertThat(watched.status()).isZero();
    assertThat(watched.out().lines()).hasSize(1);
    JsonNode line = JSON.readTree(watched.out());
    assertThat(line.get("finished").asBoolean()).isTrue();
    assertThat(line.get("remaining").get("mean").asDouble()).isZero();
    var fields = JSON.readTree(report.out()).properties();
    assertThat(fields).hasSizeGreaterThan(5);
    fields.forEach(field -> assertThat(line.get(field.getKey())).isEqualTo(field.getValue()));
  }

  @Test
  void once_ofRunThatGoesOn_forecastsFromEarlierRuns() throws IOException {
    String run = begun(40).toString();
    Outcome watched = Outcome.of("watch", run, "--once", "--format=json", "--history", MONTAGE);

    JsonNode line = JSON.readTree(watched.out());
    assertThat(line.get("finished").asBoolean()).isFalse();
    JsonNode remaining = line.get("remaining");
    assertThat(remaining.get("q05").asDouble()).isPositive();
    assertThat(remaining.get("q50").asDouble()).isBetween(5.0, 40.0);
    assertThat(remaining.get("q95").asDouble()).isGreaterThan(remaining.get("q50").asDouble());
    assertThat(Outcome.of("watch", run, "--once", "--history", MONTAGE).out())
        .contains("more activities expected, as in an earlier run", "remaining", "time so far");
  }

  @Test
  void once_withoutHistory_saysWhyThereIsNoForecast() throws IOException {
    JsonNode line =
        JSON.readTree(
            Outcome.of("watch", begun(40).toString(), "--once", "--format", "json").out());

    assertThat(line.get("remaining").isNull()).isTrue();
    assertThat(line.get("why").asText()).contains("not known whether more will come");
  }

  @Test
  void once_ofNoRun_fails() throws IOException {
    Path file = Files.writeString(folder.resolve("notes.txt"), "nothing of interest\n");

    Outcome outcome = Outcome.of("watch", file.toString(), "--once");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).contains("notes.txt", "expected");
    Outcome missing = Outcome.of("watch", folder.resolve("missing").toString());
    assertThat(missing.status()).isEqualTo(1);
    assertThat(missing.err()).contains("missing").contains("found nothing by that name");
  }

  @Test
  void once_ofWhatWasLearned_saysSo() {
    String model = folder.resolve("model.json").toString();
    Outcome.of("learn", MONTAGE, "-o", model);
    Outcome outcome = Outcome.of("watch", model, "--once");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("model.json was written by learn and holds no runs");
  }

  @Test
  void once_ofRunToBegin_isAFailureWhereThereIsNoObject() throws IOException {
    Path file = folder.resolve("run.nlb");
    try (EventLog log = EventLog.open(file)) {
      RunLog.begin(log, "1", "two");
    }
    Outcome text = Outcome.of("watch", file.toString(), "--once");
    Outcome json = Outcome.of("watch", file.toString(), "--once", "--format", "json");

    assertThat(text.out()).contains("waiting for the run to begin");
    assertThat(text.status()).isZero();
    assertThat(json.out()).isEmpty();
    assertThat(json.err()).contains("waiting for the run to begin");
    assertThat(json.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json"})
  void watch_fileThatIsGone_isReportedBesideTheLines(String format) throws Exception {
    Path file = begun(40).resolve("trace.txt");
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    String[] args = {"watch", file.toString(), "--interval=10ms", "--format", format};
    Session session = new Session(new ByteArrayInputStream(new byte[0]), out, err, UTF_8);
    Thread watch = new Thread(() -> Main.run(args, session));
    watch.start();
    try {
      Eventually.await("a line", () -> out.size() > 0);
      assertThat(err.toString(UTF_8)).isEmpty();
      Files.delete(file);
      String message = "flowgauge: " + file + ": there is no such file or folder";
      Eventually.await("what is wrong", () -> err.toString(UTF_8).contains(message));
    } finally {
      watch.interrupt();
      watch.join(20_000);
    }
    assertThat(err.toString(UTF_8).lines()).doesNotHaveDuplicates();
  }

  @Test
  void watch_ofGrowingLog_endsWithTheRun() throws Exception {
    Path file = folder.resolve("run.nlb");
    try (EventLog log = EventLog.open(file)) {
      RunLog run = RunLog.begin(log, "1", "two");
      run.activity(Activity.of("a", "align"));
      run.record("a", EventType.STARTED, 1);
      run.record("a", EventType.ACTIVE, 1);
      log.flush();
      var out = new ByteArrayOutputStream();
      AtomicInteger status = new AtomicInteger(-1);
      Thread watch =
          new Thread(
              () ->
                  status.set(
                      Main.run(
                          new String[] {"watch", file.toString(), "--interval", "100ms"},
                          new Session(
                              new ByteArrayInputStream(new byte[0]),
                              out,
                              new ByteArrayOutputStream(),
                              UTF_8))));
      watch.start();
      while (!out.toString(UTF_8).contains("1 running")) {
        Thread.sleep(20);
      }
      run.record("a", EventType.COMPLETED, 1);
      run.end(System.currentTimeMillis() * 1_000_000);
      log.flush();
      watch.join(20_000);
      assertThat(status).hasValue(0);
      assertThat(out.toString(UTF_8))
          .contains("two  running for", "0 of 1 activity over, 1 running")
          .contains("two  finished after", "1 of 1 activity over, 0 running");
    }
  }

  @Test
  void watch_addressOfARunOnAPage_isAsOnTheMachineItself() throws Exception {
    var err = new ByteArrayOutputStream();
    String[] serve = {"watch", MONTAGE, "--page", "0", "--interval", "50ms"};
    Session session =
        new Session(new ByteArrayInputStream(new byte[0]), new ByteArrayOutputStream(), err, UTF_8);
    Thread page = new Thread(() -> Main.run(serve, session));
    page.start();
    try {
      while (!err.toString(UTF_8).endsWith("/\n")) {
        Thread.sleep(20);
      }
      String said = err.toString(UTF_8).strip();
      String run =
          said.substring(said.indexOf("http")) + "runs/" + URLEncoder.encode(MONTAGE, UTF_8);
      // The page reads the run's files from the beginning.
      Eventually.await(
          "the end of the run",
          () -> Outcome.of("watch", run, "--once").out().contains("finished"));
      assertThat(Outcome.of("watch", run).out())
          .isEqualTo(Outcome.of("watch", MONTAGE, "--once").out());
      assertThat(Outcome.of("watch", run + "#running", "--once").out())
          .isEqualTo(Outcome.of("watch", run + "/?token=x", "--once").out())
          .isEqualTo(Outcome.of("watch", MONTAGE, "--once").out());
      assertThat(JSON.readTree(Outcome.of("watch", run, "--format=json").out()).get("finished"))
          .isEqualTo(JSON.getNodeFactory().booleanNode(true));
      Outcome missing = Outcome.of("watch", run + "x", "--once");
      assertThat(missing.status()).isEqualTo(1);
      assertThat(missing.err()).contains("no run of that id is watched");
    } finally {
      page.interrupt();
      page.join(20_000);
    }
    assertThat(page.isAlive()).isFalse();
  }

  @Test
  void authorize_tokenOfAFile_isItsLine() {
    var request = HttpRequest.newBuilder(URI.create("http://localhost/"));
    WatchedAddress.authorize(request, "secret\n");

    assertThat(request.build().headers().firstValue("Authorization")).contains("Bearer secret");
    assertThatThrownBy(() -> WatchedAddress.authorize(request, "sec\nret"))
        .isInstanceOf(WrongUsageException.class)
        .hasMessage("FLOWGAUGE_TOKEN has a character that is not allowed in a token");
  }
}
