package io.flowgauge.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Outcome;
import io.flowgauge.cli.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConvertCommandTest {
  @TempDir private Path folder;

  @Test
  void convert_thereAndBack_isTheSame() throws IOException {
    Path run = Samples.forkJoin(folder);
    Path once = folder.resolve("once.json");
    Path twice = folder.resolve("twice.json");
    Outcome there = Outcome.of("convert", run.toString(), once.toString());
    Outcome back = Outcome.of("convert", once.toString(), twice.toString());

    assertThat(there).isEqualTo(new Outcome(0, "", ""));
    assertThat(back).isEqualTo(new Outcome(0, "", ""));
    assertThat(withoutDiagnostics(twice)).isEqualTo(withoutDiagnostics(once));
  }

  @Test
  void convert_toWfFormat_namesWhatIsLost() throws IOException {
    Path out = folder.resolve("run.wfformat.json");
    Outcome outcome = Outcome.of("convert", Samples.forkJoin(folder).toString(), out.toString());

    assertThat(outcome.status()).isZero();
    assertThat(out).isNotEmptyFile();
    assertThat(outcome.errors()).isNotEmpty().allMatch(line -> line.startsWith("flowgauge: "));
  }

  @Test
  void convert_unknownSuffix_isWrongUsage() throws IOException {
    Path out = folder.resolve("run.docx");
    Outcome outcome = Outcome.of("convert", Samples.forkJoin(folder).toString(), out.toString());

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.errors()).hasSize(2);
    assertThat(outcome.err()).contains("docx").doesNotContain("." + ProcessHandle.current().pid());
    assertThat(Files.exists(out)).isFalse();
  }

  @Test
  void convert_missingFile_leavesNoOutput() {
    Path out = folder.resolve("run.json");
    Outcome outcome = Outcome.of("convert", folder.resolve("none").toString(), out.toString());

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.errors()).hasSize(1);
    assertThat(folder).isEmptyDirectory();
  }

  /** Returns the document up to its diagnostics, as each reader adds remarks of its own. */
  private static String withoutDiagnostics(Path document) throws IOException {
    String text = Files.readString(document);
    assertThat(text).contains("\"fork-join\"", "\"diagnostics\"");
    return text.substring(0, text.indexOf("\"diagnostics\""));
  }
}
