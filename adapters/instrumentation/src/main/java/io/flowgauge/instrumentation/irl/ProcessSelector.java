package io.flowgauge.instrumentation.irl;

import io.flowgauge.instrumentation.tracking.ProcessPattern;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Selects the processes a request is for. Immutable and thread-safe. */
public sealed interface ProcessSelector {
  /**
   * One process.
   *
   * @param pid the process id, 1 or more
   */
  record Pid(long pid) implements ProcessSelector {
    /**
     * Checks the pid.
     *
     * @param pid the process id
     * @throws IllegalArgumentException if it is below 1
     */
    public Pid {
      if (pid < 1) {
        throw new IllegalArgumentException("pid must be 1 or more, but is " + pid);
      }
    }
  }

  /**
   * A program to start, as its own process, when the request is performed. It is held before its
   * main function until {@link IrlRequest.Resume}. Its environment is the performer's plus the
   * given variables, its input is empty, and its output is kept for {@link IrlRequest.GetOutput}. A
   * process that is detached before it was resumed is ended.
   *
   * @param command the program, found along PATH if it names no folder, and its arguments
   * @param variables variables to add to its environment, or to replace in it
   * @param directory its working directory; empty for the user's home
   */
  record Launch(List<String> command, Map<String, String> variables, Optional<Path> directory)
      implements ProcessSelector {
    /**
     * Checks and copies the parts.
     *
     * @param command program and arguments
     * @param variables variables of its environment
     * @param directory its directory
     * @throws IllegalArgumentException if the command is empty
     */
    public Launch {
      command = List.copyOf(command);
      variables = Map.copyOf(variables);
      Objects.requireNonNull(directory, "directory");
      if (command.isEmpty()) {
        throw new IllegalArgumentException("the command of a program to start must not be empty");
      }
    }

    /**
     * Selects a command that is started in the user's home.
     *
     * @param command the program and its arguments
     * @return the selector
     * @throws IllegalArgumentException if the command is empty
     */
    public static Launch of(String... command) {
      return new Launch(List.of(command), Map.of(), Optional.empty());
    }

    @Override
    public String toString() {
      // The variables are left out because they may hold secrets.
      return "Launch[" + String.join(" ", command) + "]";
    }
  }

  /**
   * The processes that match when the request is performed: by executable, checksum, environment or
   * cgroup.
   *
   * @param pattern what to match
   */
  record Matching(ProcessPattern pattern) implements ProcessSelector {
    /**
     * Checks the pattern.
     *
     * @param pattern what to match
     */
    public Matching {
      Objects.requireNonNull(pattern, "pattern");
    }
  }
}
