package io.flowgauge.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogArchiveCommandTest {
  private static final int TRANSFERS = 50;

  @TempDir private Path folder;
  private Path log;

  @BeforeEach
  void write() throws IOException {
    log = EventLogs.binary(folder.resolve("a.nlb"), EventLogs.transfers("foo", TRANSFERS));
  }

  private Outcome archive(Path file) {
    return Outcome.of("log", "archive", folder.resolve("events.db").toString(), file.toString());
  }

  @Test
  void archive_twice_feedsEachEventOnce() {
    int events = EventLogs.transfers("foo", TRANSFERS).size();
    Outcome first = archive(log);
    Outcome second = archive(log);

    assertThat(first.status()).isZero();
    assertThat(first.out()).startsWith(events + " events fed, 0 known already\n");
    assertThat(second.out()).startsWith("0 events fed, " + events + " known already\n");
  }

  @Test
  void archive_logCutOff_saysWhatIsLost() throws IOException {
    byte[] bytes = Files.readAllBytes(log);
    Path cut = Files.write(folder.resolve("cut.nlb"), Arrays.copyOf(bytes, 200));
    Outcome outcome = archive(cut);

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).contains("cut.nlb: byte 0: ");
  }

  @Test
  void archive_textLog_isRefused() throws IOException {
    Path bp = Files.writeString(folder.resolve("a.bp"), "ts=1 event=a level=Info\n");

    assertThat(archive(bp).err()).contains("a.bp").contains("a binary log");
  }

  @Test
  void export_writesAFileForEachType() throws IOException {
    Path columns = folder.resolve("columns");
    Outcome outcome = Outcome.of("log", "export", columns.toString(), log.toString());

    assertThat(outcome.status()).isZero();
    try (Stream<Path> files = Files.list(columns)) {
      assertThat(files).hasSameSizeAs(outcome.out().lines().toList());
    }
  }
}
