package io.flowgauge.cli.log;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Parameters;

/** The logs a command reads. */
final class LogPaths {
  @Parameters(
      paramLabel = "LOG",
      arity = "1..*",
      description = "A file, a folder of rotated files, or - for standard input.")
  private List<Path> paths = List.of();

  List<Path> paths() {
    return paths;
  }
}
