package io.flowgauge.testsupport;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds and runs programs that may be missing or not permitted. Stateless. */
public final class Commands {
  private Commands() {}

  /**
   * Looks a program up.
   *
   * @param program its name
   * @return the first in the folders of {@code PATH}
   */
  public static Optional<Path> find(String program) {
    String[] folders = System.getenv().getOrDefault("PATH", "").split(File.pathSeparator);
    return Stream.of(folders)
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Runs a program to its end.
   *
   * @param command its name and its arguments
   * @return whether it could be run, and succeeded
   * @throws InterruptedException if the thread is interrupted while it runs
   */
  public static boolean succeeds(String... command) throws InterruptedException {
    try {
      Process process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
