package io.flowgauge.cli.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Main;
import io.flowgauge.cli.Session;
import io.flowgauge.testsupport.Eventually;
import io.flowgauge.testsupport.SmallDisk;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A page that keeps the runs that engines post to it. */
@Timeout(120)
class PostedRunsTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir private Path folder;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final AtomicInteger status = new AtomicInteger(-1);
  private Thread watch;
  private String page;

  private void serve(Path logs) throws Exception {
    Session session =
        new Session(new ByteArrayInputStream(new byte[0]), new ByteArrayOutputStream(), err, UTF_8);
    String[] command = {"watch", "--page=0", "--interval=20ms", "--logs", logs.toString()};
    watch = new Thread(() -> status.set(Main.run(command, session)));
    watch.start();
    Eventually.await("the page", () -> said().endsWith("/\n"));
    page = said().strip();
    page = page.substring(page.indexOf("http"));
  }

  @AfterEach
  void stop() throws InterruptedException {
    watch.interrupt();
    watch.join(60_000);
    assertThat(watch.isAlive()).isFalse();
  }

  private String said() {
    return err.toString(UTF_8);
  }

  private int post(int second, String message) throws IOException, InterruptedException {
    String event =
        """
        {"eventType": "RUNNING", "eventTime": "2026-03-01T12:00:%02dZ", "producer": "urn:e",
         "run": {"runId": "task", "facets": {
           "errorMessage": {"message": "%s"},
           "parent": {"run": {"runId": "dag"}, "job": {"namespace": "n", "name": "flow"},
                      "root": {"run": {"runId": "dag"}}}}},
         "job": {"namespace": "n", "name": "flow.task"}}
        """
            .formatted(second, message);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(page + "api/v1/lineage"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(event))
            .build();
    return CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  @Test
  void watch_fullDisk_isToldOnceAndHowMuchTheLogLacks() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    String text = "x".repeat(50_000);
    try (SmallDisk small = SmallDisk.mount(disk, 64 << 20)) {
      serve(disk.resolve("logs"));
      assertThat(post(0, "")).isEqualTo(200);
      Path filler = small.fill();
      assertThat(post(1, text)).isEqualTo(200);
      Eventually.await("the disk", () -> said().contains("cannot be written"));
      AtomicInteger sent = new AtomicInteger();
      Eventually.await(
          "missing events",
          () -> {
            assertThat(post(1, sent.incrementAndGet() + text)).isEqualTo(200);
            return said().contains("and events are missing in it");
          });
      Files.delete(filler);
      Eventually.await("room", () -> said().contains(" lacks "));
      assertThat(post(2, "")).isEqualTo(200);
      stop();
    }
    String log = disk.resolve("logs") + "/runs-\\d+\\.nlb";
    List<String> lines = said().lines().skip(1).toList();
    assertThat(lines.get(0))
        .matches("flowgauge: " + log + " cannot be written: No space left on device");
    assertThat(lines.get(lines.size() - 1))
        .matches("flowgauge: " + log + " lacks \\d+ events?, for which there was no room");
    assertThat(lines).hasSize(3);
    assertThat(status).hasValue(1);
  }
}
