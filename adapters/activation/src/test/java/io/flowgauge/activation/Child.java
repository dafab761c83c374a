package io.flowgauge.activation;

import io.flowgauge.testsupport.JavaCommand;
import java.io.IOException;
import java.util.List;

/** A separate virtual machine that a test can kill. */
final class Child implements AutoCloseable {
  private final Process process;

  Child(Class<?> main, String... arguments) throws IOException {
    List<String> command =
        JavaCommand.with("-Xmx256m", "-cp", System.getProperty("java.class.path"), main.getName());
    command.addAll(List.of(arguments));
    process = new ProcessBuilder(command).inheritIO().start();
  }

  /** Kills it as {@code kill -9} does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
