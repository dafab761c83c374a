package io.flowgauge.cli.sites;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** A program that a test compiles. */
final class CompiledProgram {
  private CompiledProgram() {}

  /** Compiles C source; skips the test if there is no compiler. */
  static Path of(Path folder, String name, String source) throws Exception {
    Path file = Files.writeString(folder.resolve(name + ".c"), source);
    Path program = folder.resolve(name);
    assumeTrue(
        new ProcessBuilder("gcc", "-O1", file.toString(), "-o", program.toString())
                .inheritIO()
                .start()
                .waitFor()
            == 0,
        "needs gcc");
    return program;
  }
}
