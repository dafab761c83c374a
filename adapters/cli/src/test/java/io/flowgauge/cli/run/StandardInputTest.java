package io.flowgauge.cli.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Main;
import io.flowgauge.cli.Outcome;
import io.flowgauge.cli.Session;
import io.flowgauge.testsupport.Checkout;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command that reads a file accepts - for standard input. */
class StandardInputTest {
  @TempDir private Path folder;
  private String file;
  private String run;
  private String database;

  @BeforeEach
  void read() throws IOException {
    Path sample = Checkout.root().resolve("samples/dft/A.json");
    file = sample.toString();
    run = Files.readString(sample);
    database = folder.resolve("experiments.db").toString();
  }

  private Outcome of(String... args) {
    return Outcome.ofInput(run, UTF_8, args);
  }

  @Test
  void compare_standardInput_isARunLikeOthers() {
    Outcome compared = of("compare", file, "piped=-", "--format", "json");

    assertThat(compared.errors())
        .containsExactly(
            "flowgauge: standard input and "
                + file
                + " are the same run in two groups; in their comparison, it is compared with"
                + " itself");
    assertThat(compared.out()).contains("\"piped\"");
    assertThat(of("compare", file, "-").status()).isZero();
  }

  @Test
  void store_standardInput_isStoredWithItsSource() {
    assertThat(of("store", "-", "--to", database).out())
        .startsWith("standard input stored as run 1 of dft-A");
    assertThat(Outcome.of("list", "--from", database, "--format", "json").out())
        .contains("\"source\" : \"standard input\"");
  }

  @Test
  void report_unreadableStandardInput_isCalledSo() {
    assertThat(Outcome.of("report", "-").err())
        .startsWith("flowgauge: standard input: found an empty file");
  }

  @Test
  void history_standardInput_isReadForReportsAndPredictions() {
    Outcome plain = Outcome.of("report", file, "--history", file);
    assertThat(of("report", file, "--history", "-")).isEqualTo(plain);
    assertThat(of("predict", file, "--history", "-").status()).isZero();
  }

  @Test
  void predict_standardInputWithHistory_isPredictedAsAFileIs() {
    Outcome learned = Outcome.of("predict", file, "--history", file);
    assertThat(learned.status()).isZero();
    assertThat(of("predict", "-", "--history", file)).isEqualTo(learned);

    String laws =
        """
        {"name": "steps", "activities": {"a": {"duration": {"type": "exponential", "mean": 10}}}}
        """;
    Outcome lawful = Outcome.ofInput(laws, UTF_8, "predict", "-", "--history", file);
    assertThat(lawful.err()).isEmpty();
    assertThat(lawful.out()).startsWith("steps\n");
  }

  @Test
  void watch_standardInput_isLookedAtOnce() {
    Outcome watched = of("watch", "-", "--once");
    assertThat(watched.err()).isEmpty();
    assertThat(watched.out()).startsWith("dft-A ").contains("30 of 30 activities over");

    assertThat(of("watch", "-").status()).isEqualTo(2);
    assertThat(of("watch", "-").err())
        .contains("standard input (-) cannot be followed: add --once");
  }

  @ParameterizedTest
  @ValueSource(strings = {"watch - --once", "report -", "predict -"})
  void anyCommand_runWithoutName_isCalledStandardInput(String command) {
    String trace =
        "task_id\tname\tstatus\tsubmit\tstart\tcomplete\n1\tA\tCOMPLETED\t1000\t1500\t2000\n";
    Outcome outcome = Outcome.ofInput(trace, UTF_8, command.split(" "));
    assertThat(outcome.out()).startsWith("standard input").doesNotContain("stdin");
  }

  @Test
  void logCommands_standardInput_isReadFromBlocks() throws IOException {
    byte[] log = Files.readAllBytes(Checkout.root().resolve("samples/file-server/blocks.nlb"));
    String blocks = new String(log, ISO_8859_1);
    String tables = folder.resolve("columns").toString();

    Outcome fed = Outcome.ofInput(blocks, ISO_8859_1, "log", "archive", database, "-");
    assertThat(fed.err()).isEmpty();
    assertThat(fed.status()).isZero();
    Outcome written = Outcome.ofInput(blocks, ISO_8859_1, "log", "export", tables, "-");
    assertThat(written.err()).isEmpty();
    assertThat(written.out()).contains(".parquet");
  }

  @ParameterizedTest
  @ValueSource(strings = {"report -", "log cat -", "log cat - --format csv"})
  void anyCommand_standardInputFails_isNamed(String command) {
    var failing =
        new FilterInputStream(InputStream.nullInputStream()) {
          @Override
          public int read(byte[] into, int offset, int length) throws IOException {
            throw new IOException("Is a directory");
          }
        };
    var err = new ByteArrayOutputStream();
    var session = new Session(failing, OutputStream.nullOutputStream(), err, UTF_8);

    assertThat(Main.run(command.split(" "), session)).isEqualTo(1);
    assertThat(err.toString(UTF_8)).isEqualTo("flowgauge: standard input: Is a directory\n");
  }

  @Test
  void anyCommand_standardInputTwice_isWrongUsage() {
    for (String[] args :
        new String[][] {
          {"report", "-", "-"},
          {"report", "-", "--history", "-"},
          {"compare", "-", "-"},
          {"store", "-", "-", "--to", database}
        }) {
      assertThat(of(args).status()).isEqualTo(2);
      assertThat(of(args).err()).contains("standard input, -, can be given only once");
    }
  }

  @Test
  void shell_standardInputAsRun_isWrongUsage() {
    assertThat(of("shell", "-").status()).isEqualTo(2);
    assertThat(of("shell", "-").err()).contains("so - cannot be a run");
  }
}
