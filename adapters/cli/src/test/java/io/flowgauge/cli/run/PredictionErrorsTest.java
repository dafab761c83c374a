package io.flowgauge.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.cli.Checkout;
import io.flowgauge.cli.run.PredictionErrors.Row;
import io.flowgauge.testsupport.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * docs/prediction-errors.md says what the runs give. To write its tables anew: {@code mvn -Dquick
 * -pl adapters/cli -am test -Dtest=PredictionErrorsTest -Dflowgauge.write=true
 * -Dsurefire.failIfNoSpecifiedTests=false}, and for the published traces {@code -Dflowgauge.shared}
 * with the folder that holds them.
 */
class PredictionErrorsTest {
  /** Sampling moves an error by less; a point of a hundred, and a hundredth of large ones. */
  private static final double POINT = 1;

  private static final double[] SHARES = {0.25, 0.5, 0.75};
  private static final String[] RUNS = {
    "registration",
    "povray",
    "povray-serial",
    "povray-slurm",
    "montage",
    "montage-sites/resources-1",
    "montage-sites/resources-2",
    "montage-sites/resources-5",
    "dft/loop.json",
    "dft/A.json",
    "dft/B.json",
    "dft/C.json",
    "dft/AB.json",
    "dft/ABC.json"
  };
  private static final String[][] PAIRS = {
    {"povray-serial", "povray"},
    {"povray-slurm", "povray"},
    {"povray", "povray-serial"},
    {"montage-sites/resources-2", "montage-sites/resources-1"},
    {"montage-sites/resources-5", "montage-sites/resources-2"},
    {"dft/ABC.json", "dft/AB.json"},
    {"dft/AB.json", "dft/ABC.json"},
    {"dft/AB.json", "dft/A.json"},
    {"dft/C.json", "dft/B.json"},
    {"dft/loop.json", "dft/ABC.json"},
    {"dft/ABC.json", "dft/loop.json"}
  };

  private static final Path ROOT = Checkout.root();
  private final PredictionErrors samples = new PredictionErrors(ROOT.resolve("samples"));

  @Test
  void document_registrationAsServices_isWhatTheRunGives() throws IOException {
    check("services", samples.registration());
  }

  @Test
  void document_sameRun_isWhatTheRunsGive() throws IOException {
    List<Row> rows = new ArrayList<>();
    List<Row> others = new ArrayList<>();
    for (String run : RUNS) {
      rows.add(samples.asItRan(run));
      others.add(samples.otherwise(run));
    }
    check("same run", rows);
    check("other reading", others);
  }

  @Test
  void document_otherRun_isWhatTheRunsGive() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (String[] pair : PAIRS) {
      rows.add(samples.otherRun(pair[1], pair[0]));
    }
    check("other run", rows);
  }

  @Test
  void document_remaining_isWhatTheRunsGive() throws IOException {
    for (boolean isKnown : new boolean[] {false, true}) {
      List<Row> rows = new ArrayList<>();
      for (String run : RUNS) {
        for (double share : SHARES) {
          rows.add(samples.remaining(run, share, isKnown));
        }
      }
      check(isKnown ? "remaining, known" : "remaining", rows);
    }
  }

  @Test
  void document_publishedTraces_isWhatTheyGive() throws IOException {
    PredictionErrors traces = new PredictionErrors(SharedData.path("nextflow"));
    check(
        "published",
        List.of(
            traces.asItRan("trace_methylseq.csv"),
            traces.asItRan("trace_rnaseq.csv"),
            traces.asItRan("human-units/execution_trace.txt")));
  }

  /** The rows stand in the document behind the mark of their table, up to its next empty line. */
  private static void check(String table, List<Row> rows) throws IOException {
    Path document = ROOT.resolve("docs/prediction-errors.md");
    String text = Files.readString(document, UTF_8);
    String mark = "<!-- " + table + " -->\n";
    int begin = text.indexOf("|---", text.indexOf(mark));
    begin = text.indexOf('\n', begin) + 1;
    int end = text.indexOf("\n\n", begin - 1) + 1;
    if (Boolean.getBoolean("flowgauge.write")) {
      StringBuilder lines = new StringBuilder();
      rows.forEach(row -> lines.append(row).append('\n'));
      Files.writeString(document, text.substring(0, begin) + lines + text.substring(end), UTF_8);
      return;
    }
    List<String> written = text.substring(begin, end).lines().toList();
    assertThat(written).hasSameSizeAs(rows);
    for (int k = 0; k < rows.size(); k++) {
      check(written.get(k), rows.get(k));
    }
  }

  private static void check(String line, Row row) {
    List<String> written = List.of(line.split(" *\\| *", -1));
    List<String> given = List.of(row.toString().split(" *\\| *", -1));
    assertThat(written.subList(1, 3)).isEqualTo(given.subList(1, 3));
    assertThat(written.get(4)).isEqualTo(given.get(4));
    if (row.recorded().isPresent()) {
      double error = Double.parseDouble(written.get(5).replace(" %", ""));
      assertThat(row.error())
          .as(line)
          .isCloseTo(error, within(Math.max(POINT, Math.abs(error) / 100 * POINT)));
    }
  }
}
