package io.flowgauge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.testsupport.Checkout;
import io.flowgauge.testsupport.Eventually;
import io.flowgauge.testsupport.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Commands whose folder for temporary files is unusable, and files they leave in a usable one. */
@EnabledOnOs(OS.LINUX)
class TemporaryFolderTest {
  @TempDir private Path folder;

  private static List<String> command(Path temporary, String... args) {
    List<String> command =
        new ArrayList<>(
            JavaCommand.with(
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(args));
    return command;
  }

  private static Process start(Path temporary, String... args) throws IOException {
    return new ProcessBuilder(command(temporary, args)).redirectErrorStream(true).start();
  }

  @Test
  void report_noRoomForStandardInput_saysWhere() throws Exception {
    Path input = Files.write(folder.resolve("input"), new byte[1 << 20]);
    List<String> command = new ArrayList<>(List.of("bash", "-c", "ulimit -f 100; exec \"$@\"", ""));
    command.addAll(command(folder, "report", "-"));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectInput(input.toFile()).start();

    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
        .matches("flowgauge: copy of standard input in " + folder + "/flowgauge\\d+: .*\n");
    assertThat(process.waitFor()).isEqualTo(1);
  }

  @Test
  void lake_noTemporaryFolder_isReportedInALine() throws Exception {
    Path none = folder.resolve("none");
    String lake = "lake:" + Files.createDirectory(folder.resolve("lake"));
    Process process = start(none, "sql", "select 1", "--from", lake);

    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(printed.lines().filter(line -> !line.startsWith("WARNING: "))) // of Java itself
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("the library of DuckDB cannot be loaded from " + none);
    assertThat(process.waitFor()).isEqualTo(1);
  }

  @Test
  void log_terminatedWhileItReadsStandardInput_leavesNothing() throws Exception {
    Path log = Checkout.root().resolve("samples/file-server/blocks.nlb");
    Process process = start(folder, "log", "stats", "-");
    try {
      process.getOutputStream().write(Files.readAllBytes(log));
      process.getOutputStream().flush();
      Eventually.await(
          "a copy", () -> copies().stream().anyMatch(file -> file.toFile().length() > 0));
      process.toHandle().destroy();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }

    assertThat(copies()).isEmpty();
  }

  private List<Path> copies() throws IOException {
    try (var files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".log")).toList();
    }
  }
}
