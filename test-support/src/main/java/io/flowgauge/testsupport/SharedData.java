package io.flowgauge.testsupport;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Published runs, which tests read in place because this project may not copy them: the folder
 * {@code shared} next to the project's root, or that of the system property {@code
 * flowgauge.shared}. Stateless and thread-safe.
 */
public final class SharedData {
  private static final String PROPERTY = "flowgauge.shared";

  private SharedData() {}

  /**
   * A file or folder of the shared data; if it is absent, the calling test is skipped.
   *
   * @param path the path below {@code shared/data}
   * @return a path that can be opened
   */
  public static Path path(String path) {
    return existing(folder().resolve("data").resolve(path));
  }

  /**
   * A file of reference values; if it is absent, the calling test is skipped.
   *
   * @param name the file's name below {@code shared/reference}
   * @return a path that can be opened
   */
  public static Path reference(String name) {
    return existing(folder().resolve("reference").resolve(name));
  }

  private static Path existing(Path file) {
    assumeTrue(
        Files.exists(file),
        () -> "skipped: " + file + " is absent; -D" + PROPERTY + " names another folder");
    return file;
  }

  private static Path folder() {
    String given = System.getProperty(PROPERTY, "");
    return given.isEmpty() ? Checkout.root().resolveSibling("shared") : Path.of(given);
  }
}
