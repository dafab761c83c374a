package io.flowgauge.benchmarks.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder for what is measured, deleted at the end with everything in it. */
final class TemporaryFolder implements AutoCloseable {
  private final Path path;

  TemporaryFolder(String name) throws IOException {
    path = Files.createTempDirectory(name);
  }

  Path file(String name) {
    return path.resolve(name);
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
