package io.flowgauge.log.read;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Something missing from a log. Immutable and thread-safe.
 *
 * @param file the file
 * @param offset where in the file, in bytes
 * @param bytes how many bytes are unusable
 * @param events how many events are known to be lost there
 * @param reason what was found
 */
public record LogLoss(Path file, long offset, long bytes, long events, String reason) {
  /**
   * Checks the parts.
   *
   * @param file the file
   * @param offset where in the file
   * @param bytes how many bytes
   * @param events how many events
   * @param reason what was found
   */
  public LogLoss {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(reason, "reason");
  }

  @Override
  public String toString() {
    return file
        + ": byte "
        + offset
        + ": "
        + reason
        + "; "
        + bytes
        + " bytes, "
        + events
        + " events lost";
  }
}
