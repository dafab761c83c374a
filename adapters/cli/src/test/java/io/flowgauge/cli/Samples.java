package io.flowgauge.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Input files for the tests. */
public final class Samples {

  private Samples() {}

  /** Writes a small run with one failed attempt to a folder. */
  public static Path forkJoin(Path folder) throws IOException {
    Path file = folder.resolve("fork-join.json");
    try (var in = Samples.class.getResourceAsStream("fork-join.json")) {
      Files.copy(in, file);
    }
    return file;
  }
}
