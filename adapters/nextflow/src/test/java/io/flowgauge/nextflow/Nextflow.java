package io.flowgauge.nextflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.testsupport.Checkout;
import io.flowgauge.testsupport.JavaCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Runs a given version of Nextflow with the packaged plug-in. */
final class Nextflow {
  /** JDK packages that Nextflow's launcher also opens. */
  private static final List<String> OPENED =
      List.of(
          "java.lang", "java.io", "java.nio", "java.net", "java.util", "sun.nio.ch", "sun.nio.fs");

  private static final int NEWEST_JAVA = 23;

  private static final Path MODULE = Checkout.root().resolve("adapters/nextflow");

  private final String version;
  private final Path folder;

  /**
   * Creates a launcher.
   *
   * @param version version of two numbers, such as 24.10
   * @param folder where pipelines are launched
   */
  Nextflow(String version, Path folder) {
    this.version = version;
    this.folder = folder;
  }

  /** The exit status and the output. */
  record Outcome(int status, String text) {}

  Process start(String... arguments) throws IOException {
    assumeTrue(
        Runtime.version().feature() <= NEWEST_JAVA,
        () -> "skipped: Nextflow " + version + " runs on Java up to " + NEWEST_JAVA);
    List<String> command = JavaCommand.with("-Xmx400m");
    OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    command.add("-cp");
    command.add(
        Files.readString(MODULE.resolve("engine-" + version + "/target/class-path")).strip());
    command.add("nextflow.cli.Launcher");
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    Map<String, String> variables = builder.environment();
    variables.put("NXF_HOME", folder.resolve("home").toString());
    variables.put("NXF_OFFLINE", "true");
    variables.put("NXF_PLUGINS_DIR", plugins().toString());
    builder.redirectErrorStream(true).redirectOutput(output());
    return builder.start();
  }

  private File output() {
    return folder.resolve("output.txt").toFile();
  }

  private Path plugins() throws IOException {
    Path plugins = Files.createDirectories(folder.resolve("plugins"));
    Path packaged;
    try (Stream<Path> all = Files.list(MODULE.resolve("target"))) {
      packaged =
          all.filter(Files::isDirectory)
              .filter(each -> each.getFileName().toString().startsWith("nf-flowgauge-"))
              .findFirst()
              .orElseThrow();
    }
    Path link = plugins.resolve(packaged.getFileName());
    if (!Files.exists(link)) {
      Files.createSymbolicLink(link, packaged);
    }
    return plugins;
  }

  /** Returns the plug-in's name and version for Nextflow's option. */
  String plugin() throws IOException {
    try (Stream<Path> all = Files.list(plugins())) {
      return all.findFirst()
          .orElseThrow()
          .getFileName()
          .toString()
          .replace("flowgauge-", "flowgauge@");
    }
  }

  /** Runs a pipeline to its end, with the plug-in and a trace. */
  Outcome run(String script, String... options) throws IOException, InterruptedException {
    Files.writeString(folder.resolve("main.nf"), script);
    List<String> arguments =
        new ArrayList<>(List.of("run", "main.nf", "-ansi-log", "false", "-plugins", plugin()));
    arguments.addAll(Arrays.asList(options));
    Process process = start(arguments.toArray(String[]::new));
    int status = process.waitFor();
    String text = Files.readString(output().toPath());
    assertThat(text).contains("version " + version);
    return new Outcome(status, text);
  }
}
