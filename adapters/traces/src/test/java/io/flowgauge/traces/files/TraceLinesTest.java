package io.flowgauge.traces.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceLinesTest {
  @TempDir Path folder;

  private static List<String> lines(Path file) throws IOException {
    List<String> all = new ArrayList<>();
    try (TraceLines lines = TraceLines.of(new TraceFile(file, ""))) {
      while (lines.next()) {
        all.add(lines.text());
        assertThat(lines.number()).isEqualTo(all.size());
      }
      assertThat(lines.next()).isFalse();
    }
    return all;
  }

  private List<String> lines(String text) throws IOException {
    return lines(Files.writeString(folder.resolve("f"), text));
  }

  @Test
  void next_lineEnds_areLeftOut() throws IOException {
    assertThat(lines("")).isEmpty();
    assertThat(lines("\n")).containsExactly("");
    assertThat(lines("a\r\n\nb\rc\r\n")).containsExactly("a", "", "b\rc");
    assertThat(lines("\uFEFFa\n\uFEFFb")).containsExactly("a", "\uFEFFb");
    assertThat(lines("\uFEFF")).containsExactly("");
  }

  @Test
  void isTerminated_lastLineWithoutLineFeed_false() throws IOException {
    Path file = Files.writeString(folder.resolve("f"), "a\nb");
    try (TraceLines lines = TraceLines.of(new TraceFile(file, ""))) {
      assertThat(lines.next()).isTrue();
      assertThat(lines.isTerminated()).isTrue();
      assertThat(lines.next()).isTrue();
      assertThat(lines.isTerminated()).isFalse();
    }
  }

  @Test
  void next_lineBeyondTheLimit_refused() throws IOException {
    Path file = Files.writeString(folder.resolve("f"), "a\n" + "b".repeat(1_000_000));
    try (TraceLines lines = TraceLines.of(new TraceFile(file, ""), 500_000)) {
      assertThat(lines.next()).isTrue();
      assertThatThrownBy(lines::next)
          .isInstanceOf(TraceFormatException.class)
          .hasMessageContaining("line 2: found a line of over 500000 bytes");
    }
  }

  @Property(tries = 60)
  void next_anyLines_areThoseWritten(
      @ForAll @Size(max = 40)
          List<@StringLength(max = 30) @CharRange(from = 'a', to = 'e') String> some)
      throws IOException {
    // Lines of very different lengths cross the boundaries of the blocks in which the file is read.
    List<String> expected =
        some.stream().map(line -> line.repeat(1 + line.length() * line.length() * 9)).toList();
    Path file = Files.createTempFile("lines", ".txt");
    try {
      Files.write(file, expected, UTF_8);
      assertThat(lines(file)).isEqualTo(expected);
    } finally {
      Files.delete(file);
    }
  }
}
