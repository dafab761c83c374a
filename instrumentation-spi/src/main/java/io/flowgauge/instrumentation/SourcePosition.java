package io.flowgauge.instrumentation;

import java.util.Objects;

/**
 * Where a code region begins in its source. Immutable and thread-safe.
 *
 * @param file the file's name as the compiler knew it
 * @param line the line, from 1; 0 if unknown
 */
public record SourcePosition(String file, int line) {
  /**
   * Checks the parts.
   *
   * @param file the file's name
   * @param line the line
   */
  public SourcePosition {
    Objects.requireNonNull(file, "file");
    if (line < 0) {
      throw new IllegalArgumentException("line must not be negative, but is " + line);
    }
  }

  @Override
  public String toString() {
    return line == 0 ? file : file + ":" + line;
  }
}
