package io.flowgauge.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Outcome;
import io.flowgauge.testsupport.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LearnCommandTest {
  private static final Path RUNS = Checkout.root().resolve("samples/movie-versions/halves");
  private static final String RUN = RUNS.resolve("run-2").toString();

  @TempDir private Path folder;

  private String learned(String... options) {
    String file = folder.resolve("model.json").toString();
    String[] all = new String[options.length + 4];
    all[0] = "learn";
    all[1] = RUNS.toString();
    all[2] = "-o";
    all[3] = file;
    System.arraycopy(options, 0, all, 4, options.length);
    Outcome outcome = Outcome.of(all);
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).startsWith("learned from 7 runs with ").contains(" types of ", file);
    return file;
  }

  @ParameterizedTest
  @ValueSource(strings = {"--why", "--activities", "--slots=4", "--machine=x", "--input-factor=2"})
  void predict_fromTheFile_isAsFromTheRuns(String option) {
    String file = learned();
    Outcome known = Outcome.of("predict", RUN, option, "--history", RUNS.toString());
    Outcome read = Outcome.of("predict", RUN, option, "--history", file);

    assertThat(read.err()).isEmpty();
    assertThat(read.out()).isEqualTo(known.out()).contains("7 runs, all of this workflow");
  }

  @Test
  void learn_machineNames_onlyWhereAsked() throws IOException {
    String without = Files.readString(Path.of(learned()));
    String with = Files.readString(Path.of(learned("--machine-names")));

    assertThat(without).contains("\"machineNames\":false");
    assertThat(with).contains("\"machineNames\":true");
    assertThat(without).doesNotContain("run-2", "halves", folder.toString(), "movie-versions");
  }

  @Test
  void predict_fileWithRuns_saysThatTheyDoNotGoTogether() {
    String file = learned();
    Outcome outcome = Outcome.of("predict", RUN, "--history", file, "--history", RUNS.toString());

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.errors().get(0))
        .isEqualTo(
            "flowgauge: "
                + file
                + " was written by learn and holds no runs: --history takes either one such file or"
                + " any number of runs");
  }

  @Test
  void fileInPlaceOfRuns_isRefusedInWords() {
    String file = learned();

    for (Outcome each :
        new Outcome[] {
          Outcome.of("report", file),
          Outcome.of("predict", file),
          Outcome.of("backtest", file),
          Outcome.of("learn", file, "-o", folder.resolve("other.json").toString()),
          Outcome.of("predict", RUN, "--latency", "constant(seconds=1)", "--history", file)
        }) {
      assertThat(each.status()).isEqualTo(2);
      assertThat(each.errors().get(0))
          .isEqualTo(
              "flowgauge: "
                  + file
                  + " was written by learn and holds no runs: only predict --history reads it");
    }
  }

  @Test
  void learn_noRunThere_leavesNoFile() {
    Path file = folder.resolve("model.json");
    Outcome outcome = Outcome.of("learn", folder.resolve("none").toString(), "-o", file.toString());

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(file).doesNotExist();
  }

  @Test
  void predict_fileCutShort_saysWhere() throws IOException {
    Path file = Path.of(learned());
    byte[] all = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(all, all.length / 2));
    Outcome outcome = Outcome.of("predict", RUN, "--history", file.toString());

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err())
        .startsWith("flowgauge: " + file + ": $.")
        .contains("found the end of the file, expected the rest of a JSON document");
  }

  @Test
  void learn_runGivenTwice_countsOnce() {
    String file = folder.resolve("learned.json").toString();
    Outcome outcome = Outcome.of("learn", RUN, RUN, "-o", file);

    assertThat(outcome.errors())
        .hasSize(2)
        .contains("flowgauge: " + RUN + " is given twice; it is used once")
        .anyMatch(line -> line.startsWith("learned from 1 run "));
  }

  @Test
  void learn_runInAFolderThatIsGivenToo_countsOnce() {
    String file = folder.resolve("learned.json").toString();
    Outcome outcome = Outcome.of("learn", RUNS.toString(), RUN, "-o", file);

    assertThat(outcome.errors())
        .hasSize(2)
        .contains("flowgauge: " + RUN + " is given twice; it is used once")
        .anyMatch(line -> line.startsWith("learned from 7 runs "));
  }

  @Test
  void learn_fileInARunThatIsGivenToo_isRefused() {
    String file = RUN + "/events.jsonl";
    Outcome outcome = Outcome.of("learn", RUN, file, "-o", folder.resolve("x.json").toString());

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains(file + " is in " + RUN + ", which is also given as a run");
  }

  @Test
  void learn_repositoryAndItsWorkflow_countOnce() {
    String repository = folder.resolve("runs.db").toString();
    Outcome.of("store", RUN, "--workflow", "movie", "--to", repository);
    String file = folder.resolve("learned.json").toString();
    String workflow = repository + "#movie";
    Outcome outcome = Outcome.of("learn", repository, workflow, "-o", file);

    assertThat(outcome.errors())
        .hasSize(2)
        .contains("flowgauge: " + workflow + " is given twice; it is used once")
        .anyMatch(line -> line.startsWith("learned from 1 run "));
  }

  @Test
  void learn_storedRunItsFileAndACopy_countOnce() throws IOException {
    String repository = folder.resolve("runs.db").toString();
    Outcome.of("store", RUN, "--to", repository);
    Path copy = folder.resolve("copy");
    try (Stream<Path> files = Files.walk(Path.of(RUN))) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(Path.of(RUN).relativize(file)));
      }
    }
    String learned = folder.resolve("learned.json").toString();
    Outcome outcome = Outcome.of("learn", RUN, repository, copy.toString(), "-o", learned);

    assertThat(outcome.errors())
        .hasSize(3)
        .contains(
            "flowgauge: a run in "
                + repository
                + " is the same run as "
                + RUN
                + "; it is used once",
            "flowgauge: " + copy + " is the same run as " + RUN + "; it is used once")
        .anyMatch(line -> line.startsWith("learned from 1 run "));
    Outcome predicted =
        Outcome.of("predict", RUN, "--mode", "dp", "--history", RUN, "--history", repository);
    assertThat(predicted.errors())
        .contains(
            "flowgauge: a run in "
                + repository
                + " is the same run as "
                + RUN
                + "; it is used once");
  }

  @Test
  void learn_nameWithControlCharacters_isReportedInALine() {
    String file = folder.resolve("a\nb\u001b[31m.json").toString();
    Outcome outcome = Outcome.of("learn", RUN, "-o", file);

    assertThat(outcome.status()).isZero();
    assertThat(outcome.errors()).hasSize(1);
    assertThat(outcome.err()).doesNotContain("\u001b");
  }
}
