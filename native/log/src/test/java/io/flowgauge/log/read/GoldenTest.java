package io.flowgauge.log.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files of each version of the format and each byte order must stay readable for ever. A new
 * version gets new files; these are never changed.
 */
class GoldenTest {
  @TempDir Path folder;

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = GoldenTest.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"golden-1-little.nlb", "golden-1-big.nlb"})
  void events_goldenFile_areAsTheyWere(String name) throws IOException {
    Path file = Files.write(folder.resolve(name), resource(name));

    try (LogReader log = LogReader.open(file)) {
      List<String> lines = log.events().map(e -> e + " " + e.source().orElseThrow()).toList();

      assertThat(String.join("\n", lines) + "\n")
          .isEqualTo(new String(resource("golden-1.txt"), UTF_8));
      assertThat(log.losses()).isEmpty();
      assertThat(log.streams()).extracting(LogStream::events).containsExactly(4L, 1L);
      assertThat(log.streams()).extracting(LogStream::dropped).containsExactly(2L, 0L);
      assertThat(log.streams()).extracting(LogStream::complete).containsExactly(true, false);
    }
  }

  /** Today's writer produces the same bytes. */
  @Test
  void write_today_givesTheGoldenFiles() throws IOException {
    assertThat(GoldenLog.bytes(ByteOrder.LITTLE_ENDIAN)).isEqualTo(resource("golden-1-little.nlb"));
    assertThat(GoldenLog.bytes(ByteOrder.BIG_ENDIAN)).isEqualTo(resource("golden-1-big.nlb"));
  }
}
