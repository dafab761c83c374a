package io.flowgauge.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Main;
import io.flowgauge.cli.Outcome;
import io.flowgauge.testsupport.Checkout;
import io.flowgauge.testsupport.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Outputs that are pipes, such as /dev/stdout in front of another command. */
@EnabledOnOs(OS.LINUX)
class PipeOutputTest {
  private static final String RUN = Checkout.root().resolve("samples/dft/A.json").toString();

  @TempDir private Path folder;

  /** Returns what a command in its own process writes to standard output, which is a pipe. */
  private String piped(String... args) throws IOException, InterruptedException {
    List<String> command =
        JavaCommand.with("-cp", System.getProperty("java.class.path"), Main.class.getName());
    command.addAll(List.of(args));
    Path err = folder.resolve("err");
    Process process = new ProcessBuilder(command).redirectError(err.toFile()).start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(Files.readString(err)).isZero();
    return out;
  }

  @Test
  void report_standardOutputByName_isWrittenThere() throws Exception {
    assertThat(piped("report", RUN, "-o", "/dev/stdout"))
        .isEqualTo(Outcome.of("report", RUN).out());
  }

  @Test
  void anyCommand_readerOfNamedOutputHasGone_endsSilently() throws Exception {
    String log = Checkout.root().resolve("samples/file-server/blocks.nlb").toString();
    String pipe = "| head -c 1 >/dev/null; exit ${PIPESTATUS[0]}";
    for (String command :
        List.of(
            "report " + Checkout.root().resolve("samples/montage") + " --format html",
            "log convert " + log + " --to jsonl")) {
      List<String> java =
          JavaCommand.with("-cp", System.getProperty("java.class.path"), Main.class.getName());
      String output = command.startsWith("log") ? " /dev/stdout " : " -o /dev/stdout ";
      String line = "'" + String.join("' '", java) + "' " + command + output + pipe;
      Process shell = new ProcessBuilder("bash", "-c", line).redirectErrorStream(true).start();
      assertThat(new String(shell.getInputStream().readAllBytes(), UTF_8)).as(command).isEmpty();
      assertThat(shell.waitFor()).as(command).isZero();
    }
  }

  @Test
  void learn_standardOutputByName_isWrittenThere() throws Exception {
    Path file = folder.resolve("model.json");
    assertThat(Outcome.of("learn", RUN, "-o", file.toString()).status()).isZero();

    assertThat(piped("learn", RUN, "-o", "/dev/stdout"))
        .hasSameSizeAs(Files.readString(file))
        .endsWith("}\n");
  }

  @Test
  void report_tableIntoNamedPipe_isWrittenThere() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Path read = folder.resolve("read.parquet");
    Process reader =
        new ProcessBuilder("cat", pipe.toString()).redirectOutput(read.toFile()).start();
    try {
      Outcome outcome = Outcome.of("report", RUN, "--format", "parquet", "-o", pipe.toString());
      assertThat(outcome).isEqualTo(new Outcome(0, "", ""));
      assertThat(Files.readAttributes(pipe, BasicFileAttributes.class).isOther()).isTrue();
      assertThat(reader.waitFor(10, TimeUnit.SECONDS)).isTrue();
    } finally {
      reader.destroy();
    }
    Path file = folder.resolve("file.parquet");
    Outcome.of("report", RUN, "--format", "parquet", "-o", file.toString());
    assertThat(read).hasSameBinaryContentAs(file);
    assertThat(folder.resolve("pipe.part")).doesNotExist();
  }
}
