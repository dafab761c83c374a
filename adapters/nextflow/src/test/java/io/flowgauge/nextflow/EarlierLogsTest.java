package io.flowgauge.nextflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.runlog.RunLog;
import io.flowgauge.testsupport.Eventually;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlierLogsTest {
  private static final Instant BEGIN = Instant.parse("2026-11-20T10:00:00Z");
  @TempDir private Path folder;

  private static void record(RunRecorder run) {
    run.activity(Activity.of("align (1)", "align"));
    run.record("align (1)", EventType.SUBMITTED, BEGIN, 1);
    run.record("align (1)", EventType.ACTIVE, BEGIN.plusSeconds(1), 1);
    run.record("align (1)", EventType.COMPLETED, BEGIN.plusSeconds(9), 1);
  }

  private static void log(Path file, String session) throws IOException {
    try (EventLog log = EventLog.open(file)) {
      record(RunLog.begin(log, session, "nightly").alongside(Flowgauge.recorder("nightly")));
    }
  }

  /**
   * One log is empty, as after a run that was killed at once, one is damaged, and one has two runs.
   */
  @Test
  void expected_besideOddLogs_isByAllThatCanBeRead() throws Exception {
    Files.createFile(folder.resolve("killed.nlb"));
    Files.writeString(folder.resolve("damaged.nlb"), "no log", StandardCharsets.UTF_8);
    log(folder.resolve("nightly.nlb"), "session 1");
    log(folder.resolve("nightly.nlb"), "session 2");
    PluginSettings settings = new PluginSettings(true, folder, true, true, Optional.of(folder));
    EarlierLogs earlier = EarlierLogs.read(settings, folder.resolve("own.nlb"));
    RunRecorder now = Flowgauge.recorder("now");
    record(now);
    Eventually.holds(() -> earlier.expected(now.snapshot()).isPresent());
    assertThat(earlier.expected(now.snapshot()).orElseThrow().basis().runs()).isEqualTo(2);
  }
}
