package io.flowgauge.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Outcome;
import io.flowgauge.cli.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
  @TempDir private Path folder;

  @Test
  void compare_html_isOnePage() throws IOException {
    String run = Samples.forkJoin(folder).toString();
    Path file = folder.resolve("page.html");
    Outcome outcome =
        Outcome.of(
            "compare", "old=" + run, "new=" + run, "--format", "html", "-o", file.toString());

    assertThat(outcome).isEqualTo(new Outcome(0, "", ""));
    assertThat(Files.readString(file))
        .startsWith("<!DOCTYPE html>")
        .endsWith("</html>\n")
        .contains("<title>Comparison of old, new · Flowgauge</title>");
  }

  @Test
  void compare_toFile_equalsStandardOutput() throws IOException {
    String run = Samples.forkJoin(folder).toString();
    Path file = folder.resolve("comparison.txt");

    Outcome shown = Outcome.of("compare", "old=" + run, "new=" + run);
    Outcome.of("compare", "old=" + run, "new=" + run, "-o", file.toString());

    assertThat(Files.readString(file)).isEqualTo(shown.out()).contains("2 groups of runs");
  }
}
