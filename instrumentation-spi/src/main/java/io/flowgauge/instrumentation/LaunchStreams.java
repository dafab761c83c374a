package io.flowgauge.instrumentation;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Files in place of a program's standard streams, of this machine. Immutable and thread-safe.
 *
 * @param input what it reads, such as {@code /dev/null}
 * @param output what its output is added to; made if it is not there
 * @param errors what its messages are added to; made if it is not there
 */
public record LaunchStreams(Path input, Path output, Path errors) {
  /**
   * Checks the parts.
   *
   * @param input what it reads
   * @param output what its output is added to
   * @param errors what its messages are added to
   */
  public LaunchStreams {
    Objects.requireNonNull(input, "input");
    Objects.requireNonNull(output, "output");
    Objects.requireNonNull(errors, "errors");
  }
}
