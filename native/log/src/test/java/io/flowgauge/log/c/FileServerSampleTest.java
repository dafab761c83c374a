package io.flowgauge.log.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.LogReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The recorded transfer of the case study shows where each byte was, as documented. */
class FileServerSampleTest {
  private static final Path SAMPLE = Path.of("../../samples/file-server/blocks.nlb");
  private static final long SIZE = 64L << 20;

  @Test
  void sample_recordedTransfer_accountsForEveryByte() throws Exception {
    assumeTrue(Files.exists(SAMPLE), "skipped: no samples here");
    try (LogReader log = LogReader.open(SAMPLE)) {
      List<LogEvent> events = log.events().toList();

      assertThat(log.losses()).isEmpty();
      assertThat(events.get(0).value("SIZE")).contains(SIZE);
      assertThat(events.stream().map(e -> e.lifeline().orElseThrow()).distinct()).hasSize(1);
      assertThat(bytes(events, "disk.read.end")).isEqualTo(SIZE);
      assertThat(bytes(events, "net.send.end")).isEqualTo(SIZE);
      assertThat(bytes(events, "transfer.end")).isEqualTo(SIZE);
    }
  }

  private static long bytes(List<LogEvent> events, String name) {
    return events.stream()
        .filter(each -> each.name().equals(name))
        .mapToLong(each -> (Long) each.value("BYTES").orElseThrow())
        .sum();
  }
}
