package io.flowgauge.cli;

import java.nio.file.Files;
import java.nio.file.Path;

/** The checkout that the tests are in. */
public final class Checkout {

  private Checkout() {}

  /** Its folder. */
  public static Path root() {
    Path folder = Path.of(System.getProperty("basedir", "")).toAbsolutePath().normalize();
    while (!Files.exists(folder.resolve("README.md"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
