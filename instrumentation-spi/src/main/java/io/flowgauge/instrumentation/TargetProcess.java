package io.flowgauge.instrumentation;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A process that can be instrumented, as it was when it was looked up. Immutable. */
public interface TargetProcess {
  /**
   * A builder of a process.
   *
   * @param pid the process id, 1 or more
   * @param name its name
   * @return the builder
   * @throws IllegalArgumentException if the number is below 1
   */
  static Builder builder(long pid, String name) {
    return new Builder(pid, name);
  }

  /**
   * Its process id.
   *
   * @return the process id
   */
  long pid();

  /**
   * Its name: that of its executable, or of a Java program's main class.
   *
   * @return a short text
   */
  String name();

  /**
   * The user it runs as.
   *
   * @return a name, or empty if unknown
   */
  Optional<String> user();

  /**
   * Its executable.
   *
   * @return a path, or empty if unknown
   */
  Optional<Path> executable();

  /**
   * Its command line.
   *
   * @return the arguments from the program on; empty if unknown
   */
  List<String> command();

  /**
   * When it started; together with the pid, this identifies the process for good.
   *
   * @return the moment, or empty if unknown
   */
  Optional<Instant> start();

  /** Gathers what is known of a process. Not thread-safe. */
  final class Builder {
    private final long pid;
    private final String name;
    private Optional<String> user = Optional.empty();
    private Optional<Path> executable = Optional.empty();
    private List<String> command = List.of();
    private Optional<Instant> start = Optional.empty();

    private Builder(long pid, String name) {
      if (pid < 1) {
        throw new IllegalArgumentException("pid must be 1 or more, but is " + pid);
      }
      this.pid = pid;
      this.name = Objects.requireNonNull(name, "name");
    }

    /**
     * The user it runs as.
     *
     * @param user a name
     * @return this
     */
    public Builder user(String user) {
      this.user = Optional.of(user);
      return this;
    }

    /**
     * Its executable.
     *
     * @param executable a path
     * @return this
     */
    public Builder executable(Path executable) {
      this.executable = Optional.of(executable);
      return this;
    }

    /**
     * Its command line.
     *
     * @param command the arguments from the program on
     * @return this
     */
    public Builder command(List<String> command) {
      this.command = List.copyOf(command);
      return this;
    }

    /**
     * When it started.
     *
     * @param start the moment
     * @return this
     */
    public Builder start(Instant start) {
      this.start = Optional.of(start);
      return this;
    }

    /**
     * The process.
     *
     * @return an immutable process; two with the same parts are equal
     */
    public TargetProcess build() {
      return new KnownProcess(pid, name, user, executable, command, start);
    }
  }
}
