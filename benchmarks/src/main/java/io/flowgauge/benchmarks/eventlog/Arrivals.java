package io.flowgauge.benchmarks.eventlog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Reports how many of the logged events arrived, without which a rate means nothing. */
final class Arrivals {
  private Arrivals() {}

  static Path file(String name) throws IOException {
    return Files.createTempFile("flowgauge-" + name, ".log");
  }

  /** Prints the counts of a file and deletes it. */
  static void report(String name, Path file, long arrived, long dropped) throws IOException {
    long bytes = Files.size(file);
    Files.delete(file);
    double each = arrived == 0 ? 0 : (double) bytes / arrived;
    System.out.printf(
        "%n%s: %d arrived, %d counted as dropped, %.2f bytes each%n", name, arrived, dropped, each);
  }

  static void reportLines(String name, Path file) throws IOException {
    long arrived;
    try (Stream<String> lines = Files.lines(file)) {
      arrived = lines.count();
    }
    report(name, file, arrived, 0);
  }
}
