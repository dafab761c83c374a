package io.flowgauge.traces.snakemake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.testsupport.Checkout;
import io.flowgauge.traces.files.HostileInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs Snakemake 7 with this project's log handler in a folder. Not thread-safe. */
final class LiveSnakemake {
  private static final String HANDLER = "plugins/snakemake/log_handler.py";

  private static final boolean IS_INSTALLED = isInstalled();

  private final Path folder;
  private Process process;

  private LiveSnakemake(Path folder) {
    this.folder = folder;
  }

  /** Prepares a workflow; skips the test if Snakemake 7 is not installed. */
  static LiveSnakemake of(String workflow, Path folder) throws IOException {
    assumeTrue(IS_INSTALLED, "Snakemake 7 is not installed; on Debian, apt-get install snakemake");
    Path source = HostileInput.sample(LiveSnakemake.class, "live/" + workflow);
    Files.copy(source, folder.resolve("Snakefile"));
    return new LiveSnakemake(folder);
  }

  private static boolean isInstalled() {
    try {
      Process process = new ProcessBuilder("snakemake", "--version").start();
      String version = new String(process.getInputStream().readAllBytes(), UTF_8);
      return process.waitFor() == 0 && version.startsWith("7.");
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  void start(String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of("snakemake", "--nocolor"));
    command.addAll(List.of("--log-handler-script", Checkout.root().resolve(HANDLER).toString()));
    command.addAll(List.of(options));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("printed.txt").toFile());
    builder
        .environment()
        .put("CI", "true"); // Makes Snakemake poll cluster jobs ten times as often.
    process = builder.start();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  void kill() throws InterruptedException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().waitFor();
  }

  /** Waits for Snakemake's end and returns its exit status. */
  int await() throws IOException, InterruptedException {
    if (!process.waitFor(2, TimeUnit.MINUTES)) {
      kill();
      throw new IOException("Snakemake took more than two minutes: " + printed());
    }
    return process.exitValue();
  }

  String printed() throws IOException {
    return Files.readString(folder.resolve("printed.txt"));
  }

  /** Returns the event files that the log handler has written. */
  List<Path> events() throws IOException {
    return list(folder.resolve(".snakemake/flowgauge"));
  }

  Path log() throws IOException {
    return list(folder.resolve(".snakemake/log")).get(0);
  }

  Path metadata() {
    return folder.resolve(".snakemake/metadata");
  }

  private static List<Path> list(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
