package io.flowgauge.testsupport;

import java.io.IOException;
import java.util.List;

/** Runs programs that may not be there, or not be permitted. Stateless. */
public final class Commands {
  private Commands() {}

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
