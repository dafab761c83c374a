package io.flowgauge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command in one file does what it does from a folder of jars. */
class RunnableJarIT {
  private static final Path ROOT = Checkout.root();

  @TempDir Path folder;

  @Test
  void report_ofASample_isThatOfTheCommand() throws Exception {
    String sample = ROOT.resolve("samples/montage").toString();

    for (String format : List.of("text", "json", "html")) {
      assertThat(run("", "report", sample, "--format", format))
          .isEqualTo(Outcome.of("report", sample, "--format", format));
    }
  }

  @Test
  void store_thenList_needsNothingElse() throws Exception {
    String database = folder.resolve("experiments.db").toString();
    String sample = ROOT.resolve("samples/povray-serial").toString();

    assertThat(run("", "store", sample, "--to", database).status()).isZero();
    assertThat(run("", "list", "--to", database).out()).contains("povray-serial");
  }

  @Test
  void shell_readsAScript() throws Exception {
    assertThat(run("System.out.println(Flowgauge.predict().getClass() != null)\n", "shell"))
        .isEqualTo(new Outcome(0, "true\n", ""));
  }

  private Outcome run(String input, String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-jar");
    command.add(ROOT.resolve("adapters/cli/target/flowgauge.jar").toString());
    command.addAll(List.of(args));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process process = builder.start();
    try (var stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(UTF_8));
    }
    int status = process.waitFor();
    return new Outcome(status, Files.readString(out, UTF_8), Files.readString(err, UTF_8));
  }
}
