package io.flowgauge.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Outcome;
import io.flowgauge.testsupport.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command on recorded runs of real engines. */
class SharedRunsTest {
  private static final int WIDTH = 100;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "runs/povray-nextflow",
        "runs/povray-nextflow-serial",
        "runs/montage-nextflow-background",
        "pegasus/montage-1.0.bp",
        "wfinstances"
      })
  void report_realRun_fitsItsColumns(String path) throws IOException {
    for (Path run : runs(SharedData.path(path))) {
      Outcome outcome = Outcome.of("report", run.toString());

      assertThat(outcome.err()).as(run.toString()).isEmpty();
      assertThat(outcome.status()).isZero();
      assertThat(outcome.out()).doesNotContain("NaN", "Infinity", "null");
      assertThat(outcome.out().lines())
          .allMatch(line -> line.codePointCount(0, line.length()) <= WIDTH)
          .allMatch(line -> line.equals(line.stripTrailing()));
    }
  }

  /** Any file in a folder is either reported as a run or rejected with one line. */
  @Test
  void report_anyFile_isDoneOrOneLine() throws IOException {
    for (Path file : filesBelow(SharedData.path("runs"))) {
      Outcome outcome = Outcome.of("report", "--format=json", file.toString());

      assertThat(outcome.status()).as(file.toString()).isIn(0, 1);
      assertThat(outcome.errors()).as(file.toString()).hasSize(outcome.status());
      assertThat(outcome.err()).doesNotContain("unexpected", "FLOWGAUGE_DEBUG");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"runs/registration-nextflow-slurm", "pegasus/blackdiamond.bp", "wfinstances"})
  void predict_realRun_fitsItsColumns(String path) throws IOException {
    for (Path run : runs(SharedData.path(path))) {
      Outcome outcome = Outcome.of("predict", run.toString());

      assertThat(outcome.err()).as(run.toString()).isEmpty();
      assertThat(outcome.status()).isZero();
      assertThat(outcome.out()).doesNotContain("NaN", "Infinity", "null");
      assertThat(outcome.out().lines())
          .allMatch(line -> line.codePointCount(0, line.length()) <= WIDTH)
          .allMatch(line -> line.equals(line.stripTrailing()));
    }
  }

  private static List<Path> runs(Path path) throws IOException {
    return path.endsWith("wfinstances")
        ? filesBelow(path).stream().filter(f -> f.toString().endsWith(".json")).toList()
        : List.of(path);
  }

  private static List<Path> filesBelow(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
