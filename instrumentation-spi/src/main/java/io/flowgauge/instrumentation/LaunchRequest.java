package io.flowgauge.instrumentation;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A program to start with sensors in place before main. Immutable and thread-safe.
 *
 * @param command the program, found along PATH if it names no folder, and its arguments
 * @param environment its whole environment
 * @param directory its working directory; empty for this process's
 * @param streams its standard streams; empty for this process's
 * @param programs listener for the programs that the command and its children execute; empty to
 *     instrument the command alone
 */
public record LaunchRequest(
    List<String> command,
    Map<String, String> environment,
    Optional<Path> directory,
    Optional<LaunchStreams> streams,
    Optional<ProgramListener> programs) {
  /**
   * Checks and copies the parts.
   *
   * @param command program and arguments
   * @param environment its environment
   * @param directory its directory
   * @param streams its standard streams
   * @param programs listener for further programs
   * @throws IllegalArgumentException if the command is empty
   */
  public LaunchRequest {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(streams, "streams");
    Objects.requireNonNull(programs, "programs");
    if (command.isEmpty()) {
      throw new IllegalArgumentException("command must not be empty");
    }
  }

  /**
   * Returns a request for a command with this process's environment.
   *
   * @param command program and arguments
   * @return the request
   */
  public static LaunchRequest of(String... command) {
    return of(List.of(command));
  }

  /**
   * Returns a request for a command with this process's environment.
   *
   * @param command program and arguments
   * @return the request
   */
  public static LaunchRequest of(List<String> command) {
    return new LaunchRequest(
        command, System.getenv(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * Returns the same request with another environment.
   *
   * @param variables the whole environment
   * @return a new request
   */
  public LaunchRequest withEnvironment(Map<String, String> variables) {
    return new LaunchRequest(command, variables, directory, streams, programs);
  }

  /**
   * Returns the same request with another variable in its environment.
   *
   * @param variable its name
   * @param value its value
   * @return a new request
   */
  public LaunchRequest withVariable(String variable, String value) {
    Map<String, String> all = new HashMap<>(environment);
    all.put(variable, value);
    return withEnvironment(all);
  }

  /**
   * Returns the same request with a working directory.
   *
   * @param folder the directory
   * @return a new request
   */
  public LaunchRequest withDirectory(Path folder) {
    return new LaunchRequest(command, environment, Optional.of(folder), streams, programs);
  }

  /**
   * Returns the same request with separate standard streams. If the operating system has sessions,
   * the native provider starts the program in its own session, so that no signals from a terminal
   * reach it.
   *
   * @param files the streams
   * @return a new request
   */
  public LaunchRequest withStreams(LaunchStreams files) {
    return new LaunchRequest(command, environment, directory, Optional.of(files), programs);
  }

  /**
   * Returns the same request for the command and everything it starts: scripts, launchers of
   * parallel programs, servers that fork. Each program that the command or one of its children
   * executes is held before its main function until the listener returns; so is each forked child
   * of a program with sensors. All of them are traced meanwhile: no debugger can attach to them,
   * and a program whose file grants it another user's rights gets those rights only if root
   * launches it. Not all providers support this.
   *
   * @param listener is notified of programs until the command's process is closed
   * @return a new request
   */
  public LaunchRequest withPrograms(ProgramListener listener) {
    return new LaunchRequest(command, environment, directory, streams, Optional.of(listener));
  }

  @Override
  public String toString() {
    // The environment is left out because it may hold secrets.
    return "LaunchRequest[" + String.join(" ", command) + "]";
  }
}
