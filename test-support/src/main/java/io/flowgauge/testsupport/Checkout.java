package io.flowgauge.testsupport;

import java.nio.file.Files;
import java.nio.file.Path;

/** The checkout that the tests are in. Stateless and thread-safe. */
public final class Checkout {
  private Checkout() {}

  /** Its folder. Tests run in the folder of their Maven module. */
  public static Path root() {
    Path start = Path.of(System.getProperty("basedir", "")).toAbsolutePath().normalize();
    Path folder = start;
    while (folder != null && !Files.isDirectory(folder.resolve("bom"))) {
      folder = folder.getParent();
    }
    return folder == null ? start : folder;
  }
}
