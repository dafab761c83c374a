package io.flowgauge.instrumentation;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A program to start with sensors in place before main. It gets this process's standard streams.
 * Immutable and thread-safe.
 *
 * @param command the program, found along PATH if it names no folder, and its arguments
 * @param environment its whole environment
 * @param directory its working directory; empty for this process's
 */
public record LaunchRequest(
    List<String> command, Map<String, String> environment, Optional<Path> directory) {
  /**
   * Checks and copies the parts.
   *
   * @param command program and arguments
   * @param environment its environment
   * @param directory its directory
   * @throws IllegalArgumentException if the command is empty
   */
  public LaunchRequest {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    Objects.requireNonNull(directory, "directory");
    if (command.isEmpty()) {
      throw new IllegalArgumentException("no command");
    }
  }

  /**
   * A command with this process's environment.
   *
   * @param command program and arguments
   * @return the request
   */
  public static LaunchRequest of(String... command) {
    return new LaunchRequest(List.of(command), System.getenv(), Optional.empty());
  }

  /**
   * The same with a further variable in its environment.
   *
   * @param variable its name
   * @param value its value
   * @return a new request
   */
  public LaunchRequest withVariable(String variable, String value) {
    Map<String, String> all = new HashMap<>(environment);
    all.put(variable, value);
    return new LaunchRequest(command, all, directory);
  }

  /**
   * The same with a working directory.
   *
   * @param folder the directory
   * @return a new request
   */
  public LaunchRequest withDirectory(Path folder) {
    return new LaunchRequest(command, environment, Optional.of(folder));
  }

  @Override
  public String toString() {
    // An environment may hold secrets.
    return "LaunchRequest[" + String.join(" ", command) + "]";
  }
}
