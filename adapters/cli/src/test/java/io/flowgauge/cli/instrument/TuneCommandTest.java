package io.flowgauge.cli.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.cli.Outcome;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.tuning.TuningLog;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class TuneCommandTest {
  @TempDir private Path folder;

  @Test
  void tune_programThatNoTunletKnows_saysWhy() throws Exception {
    Process sleeper = new ProcessBuilder("sleep", "30").start();
    Path log = folder.resolve("tuning.nlb");
    try {
      Outcome outcome =
          Outcome.of(
              "tune", "" + sleeper.pid(), "--for=1", "--format=json", "--log", log.toString());
      JsonNode all = new ObjectMapper().readTree(outcome.out());
      assertThat(all.get("changes")).isEmpty();
      JsonNode step =
          StreamSupport.stream(all.get("refused").spliterator(), false)
              .filter(one -> one.get("tunlet").asText().equals("crowded-threads"))
              .findFirst()
              .orElseThrow();
      assertThat(step.get("state").asText()).isEqualTo("refused");
      assertThat(step.get("process").asLong()).isEqualTo(sleeper.pid());
      assertThat(step.get("why").asText()).contains("sleep has none of the regions");
      assertThat(outcome.err())
          .contains("nothing was tuned: ")
          .contains("sleep has none of the regions");
      assertThat(Outcome.of("tune", "" + sleeper.pid(), "--for=1").out()).isEmpty();
      assertThat(outcome.status()).isEqualTo(1);
      try (LogReader events = LogReader.open(log)) {
        assertThat(events.events().map(event -> event.name())).containsOnly(TuningLog.STEP);
      }
    } finally {
      sleeper.destroyForcibly();
    }
  }

  @Test
  void tune_wrongUsage_isRefused() {
    assertThat(Outcome.of("tune").err()).contains("a PID, or --name");
    assertThat(Outcome.of("tune", "1", "--tunlet=magic").err())
        .contains(
            "there is no tunlet 'magic', only blocked-pool, crowded-threads, recv-buffers, send-buffers, spinning-ranks");
    Outcome gone = Outcome.of("tune", "2147483647");
    assertThat(gone.err()).contains("nothing was tuned").contains("2147483647");
    assertThat(gone.status()).isEqualTo(1);
  }
}
