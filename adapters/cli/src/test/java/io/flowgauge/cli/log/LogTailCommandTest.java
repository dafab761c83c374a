package io.flowgauge.cli.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Main;
import io.flowgauge.cli.Outcome;
import io.flowgauge.cli.Session;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.testsupport.Eventually;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailCommandTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final AtomicInteger status = new AtomicInteger(-1);
  private Thread thread;

  private void follow(String... args) {
    Session session = new Session(new ByteArrayInputStream(new byte[0]), out, err, UTF_8);
    thread = new Thread(() -> status.set(Main.run(args, session)), "tail");
    thread.start();
  }

  @AfterEach
  void end() throws InterruptedException {
    if (thread != null) {
      thread.interrupt();
      thread.join(PATIENCE.toMillis());
      assertThat(thread.isAlive()).isFalse();
      assertThat(status).hasValue(0);
    }
  }

  private void awaitLines(int count) throws InterruptedException {
    Eventually.holds(() -> lines() >= count);
    assertThat(out.toString(UTF_8).lines()).hasSize(count);
  }

  private long lines() {
    return out.toString(UTF_8).lines().count();
  }

  private static void append(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Test
  void tail_ofALog_isItsLastWantedEvents() throws IOException {
    Path log = EventLogs.binary(folder.resolve("t.nlb"), EventLogs.transfers("foo", 20));
    String three = Outcome.of("log", "tail", "-n", "3", log.toString(), "-e", "transfer.end").out();

    assertThat(three.lines().map(line -> line.replaceAll(".*(BYTES=\\d+).*", "$1")))
        .containsExactly("BYTES=65552", "BYTES=65553", "BYTES=65554");
    assertThat(Outcome.of("log", "tail", log.toString()).out().lines()).hasSize(10);
    assertThat(Outcome.of("log", "tail", "-n", "0", log.toString()).out()).isEmpty();
  }

  @Test
  void follow_growingLines_printsEachWhenItIsWhole() throws Exception {
    Path file = folder.resolve("a.bp");
    append(file, "ts=1 event=a\nts=2 event=b\nts=3 eve");
    follow("log", "tail", "-f", "-n", "1", file.toString());
    awaitLines(1);
    append(file, "nt=c\nrubbish\nts=4 event=d\n");
    awaitLines(3);

    assertThat(out.toString(UTF_8)).contains("  c\n", "  d\n").doesNotContain("  a");
    assertThat(err.toString(UTF_8)).contains("a.bp: line 4: found");
  }

  @Test
  void follow_rotatedLines_goesOnWithTheNewFile() throws Exception {
    Path file = folder.resolve("a.bp");
    append(file, "ts=1 event=a\n");
    follow("log", "tail", "-f", file.toString());
    awaitLines(1);
    append(file, "ts=2 event=b\n");
    Files.move(file, folder.resolve("a.bp.1"));
    append(file, "ts=3 event=c\n");
    awaitLines(3);
    append(file, "ts=4 event=d\n");
    awaitLines(4);

    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void follow_fileCutBack_readsItAnew() throws Exception {
    Path file = folder.resolve("a.bp");
    append(file, "ts=1 event=a text=long\n");
    follow("log", "tail", "-f", file.toString());
    awaitLines(1);
    Files.writeString(file, "ts=2 event=b\n");
    awaitLines(2);
  }

  /** Follows a live log, and a second one that appears in the folder. */
  @Test
  void follow_folderOfBinaryLogs_printsWhatComes() throws Exception {
    EventSchema schema = EventSchema.named("e").int32("n").build();
    try (EventLog log = EventLog.open(folder.resolve("a.nlb"))) {
      log.declare(schema).log(1);
      assertThat(log.flush()).isTrue();
      follow("log", "tail", "-f", folder.toString(), "--where", "n<10", "--format", "jsonl");
      awaitLines(1);
      log.declare(schema).log(2);
      log.declare(schema).log(20);
      assertThat(log.flush()).isTrue();
      awaitLines(2);
      EventLogs.binary(folder.resolve("b.nlb"), EventLogs.transfers("foo", 1));
      try (EventLog other = EventLog.open(folder.resolve("c.nlb"))) {
        other.declare(schema).log(3);
      }
      awaitLines(3);
    }

    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(out.toString(UTF_8)).contains("{\"n\":1}", "{\"n\":2}", "{\"n\":3}");
  }
}
