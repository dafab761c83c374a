package io.flowgauge.traces.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.ForcedFiles;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunOutputTest {
  @TempDir Path folder;

  private record FakeWriter(String format, List<String> suffixes) implements RunWriter {
    @Override
    public List<Diagnostic> write(WorkflowRun run, OutputStream out) throws IOException {
      out.write((format + " of " + run.name()).getBytes(UTF_8));
      if (format.equals("broken")) {
        throw new IOException("disk full");
      }
      return List.of(Diagnostic.info("run", "lost"));
    }
  }

  private final WorkflowRun run = new RecordedRun("r").snapshot();
  private final RunOutput output =
      new RunOutput(
          List.of(
              new FakeWriter("plain", List.of(".json")),
              new FakeWriter("special", List.of(".special.json")),
              new FakeWriter("broken", List.of(".broken"))));

  @Test
  void write_severalSuffixesFit_longestWins() throws IOException {
    List<Diagnostic> lost = output.write(run, folder.resolve("x.Special.JSON"));
    assertThat(lost).containsExactly(Diagnostic.info("run", "lost"));
    assertThat(folder.resolve("x.Special.JSON")).hasContent("special of r");
    output.write(run, folder.resolve("x.json"));
    assertThat(folder.resolve("x.json")).hasContent("plain of r");
  }

  @Test
  void write_existingFile_isReplacedAndNothingElseLeft() throws IOException {
    Path file = Files.writeString(folder.resolve("x.json"), "old and longer than the new one");
    output.write(run, file);
    assertThat(file).hasContent("plain of r");
    assertThat(folder).isDirectoryContaining(file::equals);
    assertThat(folder.toFile().list()).hasSize(1);
  }

  /** Otherwise the file could be empty after a power cut, and the previous one gone. */
  @Test
  void write_content_isForcedToTheDisk() throws Exception {
    Path file = folder.resolve("x.json");
    assertThat(ForcedFiles.in(folder, () -> output.write(run, file))).hasSize(1);
  }

  @Test
  void write_writerFails_oldFileStaysAndNothingElseLeft() throws IOException {
    Path file = Files.writeString(folder.resolve("x.broken"), "old");
    assertThatThrownBy(() -> output.write(run, file)).hasMessage("disk full");
    assertThat(file).hasContent("old");
    assertThat(folder.toFile().list()).hasSize(1);
  }

  @Test
  void write_unknownSuffix_namesTheKnownOnes() {
    assertThatThrownBy(() -> output.write(run, folder.resolve("x.xml")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(".broken, .json, .special.json");
  }

  @Test
  void write_folderMissing_saysSo() {
    assertThatThrownBy(() -> output.write(run, folder.resolve("none/x.json")))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("its folder does not exist");
  }
}
