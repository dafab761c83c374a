package io.flowgauge.instrumentation.irl;

import io.flowgauge.instrumentation.tracking.ProcessPattern;
import java.util.Objects;

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
