package io.flowgauge.instrumentation;

import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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
   * Its name: the name of its executable or, for a Java program, of its main class.
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
   * When it started; together with the pid, this identifies the process uniquely.
   *
   * @return the moment, or empty if unknown
   */
  Optional<Instant> start();

  /**
   * The name that the process or its parent gave it; at most 15 bytes.
   *
   * @return the kernel's name of its first thread, or empty if unknown
   */
  Optional<String> comm();

  /**
   * All names of the process: {@link #name()} and the file names from {@link #executable()}, the
   * first argument of {@link #command()} and {@link #comm()}. A program started through a link has
   * the names of both the link and its file.
   *
   * @return one or more names, {@link #name()} first
   */
  default Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    names.add(name());
    executable().map(Path::toString).ifPresent(path -> names.add(fileName(path)));
    command().stream().limit(1).forEach(path -> names.add(fileName(path)));
    comm().ifPresent(path -> names.add(fileName(path)));
    names.remove("");
    return names.isEmpty() ? Set.of(name()) : names;
  }

  /**
   * The names of a process or a module as a text.
   *
   * @param names one or more, the usual one first
   * @return a text such as {@code redis-check-rdb (or redis-server)}
   */
  static String called(Set<String> names) {
    String first = names.iterator().next();
    String others = names.stream().skip(1).collect(Collectors.joining(", "));
    return others.isEmpty() ? first : first + " (or " + others + ")";
  }

  private static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** Gathers what is known of a process. Not thread-safe. */
  final class Builder {
    private final long pid;
    private final String name;
    private Optional<String> user = Optional.empty();
    private Optional<Path> executable = Optional.empty();
    private List<String> command = List.of();
    private Optional<Instant> start = Optional.empty();
    private Optional<String> comm = Optional.empty();

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
     * The name that the process or its parent gave it.
     *
     * @param comm the kernel's name of its first thread; empty if unknown
     * @return this
     */
    public Builder comm(String comm) {
      this.comm = Optional.of(comm).filter(text -> !text.isEmpty());
      return this;
    }

    /**
     * The process.
     *
     * @return an immutable process; two with the same parts are equal
     */
    public TargetProcess build() {
      return new KnownProcess(pid, name, user, executable, command, start, comm);
    }
  }
}
