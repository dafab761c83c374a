package io.flowgauge.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.Change;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.tuning.TuningStep.State;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TuningLogTest {
  @TempDir private Path folder;

  @Test
  void accept_changeJustMade_hasNoRateAfterIt() throws Exception {
    Path file = folder.resolve("t.nlb");
    try (EventLog log = EventLog.open(file)) {
      new TuningLog(log)
          .accept(
              new TuningStep(
                  Instant.EPOCH,
                  "tunlet",
                  "program",
                  List.of(1L),
                  Optional.of(Change.set("unit:v", 1)),
                  State.MADE,
                  new Rate(590, 1, 7),
                  Rate.NONE,
                  ""));
    }
    try (LogReader log = LogReader.open(file)) {
      LogEvent event = log.events().findFirst().orElseThrow();
      assertThat(event.value("BEFORE")).contains(590.0);
      assertThat(event.value("AFTER")).contains(Double.NaN);
    }
  }
}
