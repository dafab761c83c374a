package io.flowgauge.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Outcome;
import io.flowgauge.cli.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs in event logs, for which a reader and a writer are found. */
class EventLogRunTest {
  @TempDir private Path folder;

  @Test
  void convert_toEventLogAndBack_reportsTheSame() throws IOException {
    Path json = Samples.forkJoin(folder);
    Path log = folder.resolve("run.nlb");
    assertThat(Outcome.of("convert", json.toString(), log.toString()))
        .isEqualTo(new Outcome(0, "", ""));
    for (String command : List.of("report", "predict")) {
      Outcome ofLog = Outcome.of(command, log.toString());
      assertThat(ofLog.err()).isEmpty();
      assertThat(lines(ofLog)).isEqualTo(lines(Outcome.of(command, json.toString())));
    }
  }

  /** Returns the lines before the remarks, as each reader adds remarks of its own. */
  private static List<String> lines(Outcome outcome) {
    return outcome.out().lines().takeWhile(line -> !line.startsWith("REMARKS")).toList();
  }
}
