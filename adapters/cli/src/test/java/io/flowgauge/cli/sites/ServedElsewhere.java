package io.flowgauge.cli.sites;

import io.flowgauge.cli.Main;
import io.flowgauge.testsupport.JavaCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command {@code serve} in separate processes. Stateless. */
final class ServedElsewhere {
  private ServedElsewhere() {}

  /** Returns the class path of this test. */
  static List<String> classPath() {
    String path = System.getProperty("surefire.test.class.path");
    return List.of((path == null ? System.getProperty("java.class.path") : path).split(":", -1));
  }

  /** Returns the command that serves, after a prefix that selects its user or machine. */
  static List<String> command(List<String> prefix, String classPath, List<String> options) {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(
        JavaCommand.with(
            "-Xmx256m", "-XX:+UseSerialGC", "-cp", classPath, Main.class.getName(), "serve"));
    command.addAll(options);
    return command;
  }

  static Process start(List<String> command, Path log) throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }
}
