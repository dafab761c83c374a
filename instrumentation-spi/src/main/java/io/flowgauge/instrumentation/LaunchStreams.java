package io.flowgauge.instrumentation;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Files on this machine that replace a program's standard streams. Immutable and thread-safe.
 *
 * @param input file that it reads, such as {@code /dev/null}
 * @param output file that its output is appended to; created if missing
 * @param errors file that its messages are appended to; created if missing
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
