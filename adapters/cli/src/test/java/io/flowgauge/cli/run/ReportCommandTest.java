package io.flowgauge.cli.run;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.cli.Outcome;
import io.flowgauge.cli.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportCommandTest {
  @TempDir private Path folder;

  @Test
  void report_runDocument_isText() throws IOException {
    Outcome outcome = Outcome.of("report", Samples.forkJoin(folder).toString());

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out())
        .startsWith("fork-join\n═════════\n5 activities, 6 dependencies")
        .contains("Of 1 min 04.0 s, ")
        .doesNotContain("NaN");
    assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void report_asciiTerminal_isAscii() throws IOException {
    Path run = Samples.forkJoin(folder);
    Outcome outcome = Outcome.ofInput("", US_ASCII, "report", run.toString());

    assertThat(outcome.out()).startsWith("fork-join\n=========\n").doesNotContain("?");
  }

  @Test
  void report_json_isOneObjectOrAnArray() throws IOException {
    String run = Samples.forkJoin(folder).toString();
    String one = Outcome.of("report", run, "--format", "json").out();
    String two = Outcome.of("report", run, run, "--format=json").out();

    assertThat(one).startsWith("{").contains("\"run\" : \"fork-join\"");
    assertThat(two).isEqualTo("[\n" + one + ",\n" + one + "]\n");
  }

  @Test
  void commandsOfOneFile_dash_readStandardInput() throws IOException {
    Path file = Samples.forkJoin(folder);
    String document = Files.readString(file);
    Path written = folder.resolve("copy.json");

    assertThat(Outcome.ofInput(document, UTF_8, "report", "-").out())
        .isEqualTo(
            Outcome.of("report", file.toString())
                .out()
                .replace(file.getFileName().toString(), "standard input"));
    assertThat(Outcome.ofInput(document, UTF_8, "predict", "-").status()).isZero();
    assertThat(Outcome.ofInput(document, UTF_8, "convert", "-", written.toString()).status())
        .isZero();
    assertThat(Flowgauge.read(written).workflow().activityCount())
        .isEqualTo(Flowgauge.read(file).workflow().activityCount());
    assertThat(Outcome.ofInput("no run", UTF_8, "report", "-").status()).isEqualTo(1);
  }

  @Test
  void report_withoutPrediction_isAShorterPage() throws IOException {
    String run = Samples.forkJoin(folder).toString();
    Outcome page = Outcome.of("report", run, "--format", "html", "--no-prediction");

    assertThat(page.status()).isZero();
    assertThat(page.out())
        .startsWith("<!DOCTYPE html>")
        .hasSizeLessThan(Outcome.of("report", run, "--format", "html").out().length());
    assertThat(Outcome.of("report", run, "--no-prediction").err())
        .startsWith("flowgauge: --no-prediction needs --format html");
  }

  @Test
  void report_html_isOnePageForAllRuns() throws IOException {
    String run = Samples.forkJoin(folder).toString();
    Path file = folder.resolve("report.html");
    Outcome outcome = Outcome.of("report", run, run, "--format", "html", "-o", file.toString());

    assertThat(outcome).isEqualTo(new Outcome(0, "", ""));
    assertThat(Files.readString(file))
        .startsWith("<!DOCTYPE html>")
        .endsWith("</html>\n")
        .containsOnlyOnce("<!DOCTYPE")
        .contains("<title>fork-join, fork-join · Flowgauge</title>");
  }

  @Test
  void report_history_givesIdealTimes() throws IOException {
    String run = Samples.forkJoin(folder).toString();

    assertThat(Outcome.of("report", run, "--history", run).out()).contains("history (5)");
  }

  @Test
  void report_toFile_equalsStandardOutput() throws IOException {
    String run = Samples.forkJoin(folder).toString();
    Path file = folder.resolve("report.txt");
    Outcome outcome = Outcome.of("report", run, "-o", file.toString());

    assertThat(outcome).isEqualTo(new Outcome(0, "", ""));
    assertThat(file).hasContent(Outcome.of("report", run).out());
    assertThat(Outcome.of("report", run, "-o", "-")).isEqualTo(Outcome.of("report", run));
  }

  @Test
  void report_fileInMissingFolder_isOneLine() throws IOException {
    String file = folder.resolve("none/report.txt").toString();

    assertFails(Outcome.of("report", Samples.forkJoin(folder).toString(), "-o", file), "none");
  }

  @Test
  void report_missingRun_isOneLine() {
    String missing = folder.resolve("missing.txt").toString();

    assertFails(Outcome.of("report", missing), missing);
  }

  @Test
  void report_secondRunMissing_printsNothing() throws IOException {
    String missing = folder.resolve("missing.txt").toString();

    assertFails(Outcome.of("report", Samples.forkJoin(folder).toString(), missing), missing);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "hello", "{", "{\"flowgauge\": 1", "\u0000\u0001\ufffd"})
  void report_brokenFile_isOneLineThatNamesIt(String content) throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.json"), content);

    assertFails(Outcome.of("report", broken.toString()), "broken.json");
  }

  @Test
  void report_traceWithoutRows_isOneLineThatSaysSo() throws IOException {
    Path begun = Files.writeString(folder.resolve("trace.txt"), "task_id\thash\tname\tsubmit\n");

    assertFails(Outcome.of("report", begun.toString()), "found no activity");
  }

  @Test
  void report_brokenFile_leavesTheOldReport() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.json"), "{");
    Path file = Files.writeString(folder.resolve("report.txt"), "old");

    assertFails(Outcome.of("report", broken.toString(), "-o", file.toString()), "broken.json");
    assertThat(file).hasContent("old");
    try (var files = Files.list(folder)) {
      assertThat(files.toList()).containsExactlyInAnyOrderElementsOf(List.of(broken, file));
    }
  }

  private static void assertFails(Outcome outcome, String named) {
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.errors()).hasSize(1);
    assertThat(outcome.err()).startsWith("flowgauge: ").contains(named, "found", "expected");
  }
}
